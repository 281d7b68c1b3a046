"""Schemathesis makes up requests from the API's own description; none may crash the server."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.schemas import APIOperation

from mahjonglens.web.settings import Limits
from scoring import RULESETS
from vision.labels import FACES, UNFAMILIAR
from vision.reading import GroupKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi.testclient import TestClient

    from tests.mahjonglens.conftest import Served

PLENTY = Limits(requests=1e6, requests_burst=10**6, photos=1e6, photos_burst=10**6)


EXAMPLES = 12  # for each endpoint and each of the two modes
SAME_EACH_TIME = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def operations(served: Served, make_picture: Callable[..., bytes]) -> list[APIOperation]:
    client = served.client(limits=PLENTY)
    client.post("/api/games", json={"players": ["A", "B", "C", "D"], "rules": "goulash"})
    photo = client.post("/api/read", content=make_picture(), headers={"content-type": "image/jpeg"})
    assert photo.status_code == 200  # so that there is something to show and to label
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", client.app)
    return [found.ok() for found in schema.get_all_operations()]


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_no_request_crashes_the_server(
    operations: list[APIOperation], mode: GenerationMode
) -> None:
    asked: set[str] = set()
    for operation in operations:

        @given(case=operation.as_strategy(generation_mode=mode))
        @SAME_EACH_TIME
        def ask(case: Case) -> None:
            asked.add(case.operation.label)
            if mode is GenerationMode.POSITIVE and case.method != "DELETE":
                for name in {"game", "photo"} & set(case.path_parameters):
                    case.path_parameters[name] = 1  # one that there is
            response = case.call(headers={"host": "testserver"})
            assert response.status_code < 500, case.as_curl_command()
            described = case.operation.definition.raw["responses"]
            assert {str(response.status_code), f"{response.status_code // 100}XX"} & set(described)
            if response.status_code >= 400 and response.content:
                assert list(json.loads(response.content)) == ["error"]

        with suppress(Unsatisfiable):  # an endpoint without input has nothing to get wrong
            ask()
    assert len(asked) >= 14


CORNER = st.lists(st.floats(-1e6, 1e6) | st.floats(-400, 400), min_size=2, max_size=2)
QUAD = st.lists(CORNER, min_size=4, max_size=4)


@given(quads=st.lists(QUAD, max_size=4), code=st.sampled_from(["B1", "X", "?", "DW", "Z9"]))
@SAME_EACH_TIME
def test_no_label_crashes_the_export(
    served: Served, make_picture: Callable[..., bytes], quads: list[list[float]], code: str
) -> None:
    """Whatever a page sends as a photo's tiles, it is refused or every format takes it."""
    client = served.client(limits=PLENTY)
    read = client.post("/api/read", content=make_picture(), headers={"content-type": "image/jpeg"})
    document = read.json()
    tiles = [{"code": code, "quad": quad} for quad in quads]
    reading = {**document, "tiles": tiles, "groups": [], "doubts": []}
    path = f"/api/photos/{document['photo']}/label"
    answer = client.post(path, json={"reading": reading, "consent": True})
    assert answer.status_code in (200, 422)
    for form in ("yolo", "yolo-obb", "coco", "voc", "folders", "labelstudio"):
        assert client.get(f"/api/labels/export?format={form}").status_code == 200


@st.composite
def readings(draw: st.DrawFn) -> dict[str, object]:
    """A read document as an edit may leave it: any faces in any groups, each tile in one."""
    codes = draw(st.lists(st.sampled_from([*FACES, UNFAMILIAR]), min_size=1, max_size=20))
    order = draw(st.permutations(range(len(codes))))
    kinds = st.sampled_from([str(kind) for kind in GroupKind])
    groups = []
    while order:
        size = draw(st.integers(1, min(5, len(order))))
        groups.append({"kind": draw(kinds), "tiles": order[:size]})
        order = order[size:]
    tiles = [{"code": code} for code in codes]
    return {"width": 320, "height": 200, "tiles": tiles, "groups": groups, "doubts": []}


@given(reading=readings(), rules=st.sampled_from(list(RULESETS)), won=st.booleans())
@settings(
    max_examples=8 * EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_no_reading_crashes_the_score(
    client: TestClient, reading: dict[str, object], rules: str, won: bool
) -> None:
    asked = {"rules": rules, "reading": reading, "context": {"is_winner": won}}
    for path, body in (
        ("/api/hand", {"reading": reading, "rules": rules}),
        ("/api/score", asked),
        ("/api/score?draft=true", asked),
    ):
        assert client.post(path, json=body).status_code in (200, 422)
