"""One way to open an ONNX model, so that all of them run with the same settings."""

from __future__ import annotations

import onnxruntime  # type: ignore[import-untyped]
from onnxruntime.capi import onnxruntime_pybind11_state as states  # type: ignore[import-untyped]

from vision.errors import WeightsCorrupt
from vision.store import Model

_REFUSALS = (
    states.Fail,
    states.InvalidArgument,
    states.InvalidGraph,
    states.InvalidProtobuf,
    states.RuntimeException,
    states.NotImplemented,
    states.NoSuchFile,
)


def session(model: Model, *, threads: int = 1) -> onnxruntime.InferenceSession:
    """Open a model on the CPU. Raises `WeightsCorrupt` where the runtime refuses the file."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(
            model.path, sess_options=options, providers=["CPUExecutionProvider"]
        )
    except _REFUSALS as error:
        reason = " ".join(str(error).split())[:120]
        raise WeightsCorrupt(f"{model.path} cannot be loaded: {reason}") from None
