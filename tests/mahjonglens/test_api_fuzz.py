"""Schemathesis makes up requests from the API's own description; none may crash the server."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.schemas import APIOperation

from mahjonglens.web.settings import Limits

if TYPE_CHECKING:
    from tests.mahjonglens.conftest import Served

PLENTY = Limits(requests=1e6, requests_burst=10**6, photos=1e6, photos_burst=10**6)


EXAMPLES = 12  # for each endpoint and each of the two modes


@pytest.fixture
def operations(served: Served) -> list[APIOperation]:
    client = served.client(limits=PLENTY)
    client.post("/api/games", json={"players": ["A", "B", "C", "D"], "rules": "goulash"})
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", client.app)
    return [found.ok() for found in schema.get_all_operations()]


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_no_request_crashes_the_server(
    operations: list[APIOperation], mode: GenerationMode
) -> None:
    asked: set[str] = set()
    for operation in operations:

        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        def ask(case: Case) -> None:
            asked.add(case.operation.label)
            response = case.call(headers={"host": "testserver"})
            assert response.status_code < 500, case.as_curl_command()
            if response.status_code >= 400 and response.content:
                assert list(json.loads(response.content)) == ["error"]

        with suppress(Unsatisfiable):  # an endpoint without input has nothing to get wrong
            ask()
    assert len(asked) >= 14
