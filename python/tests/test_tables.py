"""Tables and data frames."""

import pytest
from conftest import EXAMPLES

import synod


def test_runs_as_data_frames(leader):
    simulation = leader.simulate(runs=10, steps=15, seed=4)
    table = simulation.table
    assert table.columns[:5] == ["run", "position", "agent", "command", "step"]
    assert len(table) == sum(len(run) + 1 for run in simulation)
    frame = table.to_pandas()
    assert list(frame.columns) == table.columns and frame["run"].nunique() == 10
    assert frame["leader of Node 0"].tolist() == table["leader of Node 0"]
    polars = table.to_polars()
    assert polars.height == len(table) and polars["leader of Node 0"].to_list() == table["leader of Node 0"]


def test_columns_are_not_copied(philosophers):
    pyarrow = pytest.importorskip("pyarrow")
    table = philosophers.state_table()
    one, two = pyarrow.table(table), pyarrow.table(table)
    address = lambda arrow: arrow["depth"].chunk(0).buffers()[1].address  # noqa: E731
    assert address(one) == address(two), "both are the same memory"
    import polars

    frame = polars.DataFrame(table)
    assert frame["depth"].to_numpy(allow_copy=False).ctypes.data == address(one)


def test_kinds_of_values(philosophers):
    arrow = philosophers.state_table().to_arrow()
    pyarrow = pytest.importorskip("pyarrow")
    assert arrow.schema.field("p1-hasFirst").type == pyarrow.bool_()
    assert pyarrow.types.is_dictionary(arrow.schema.field("p1-first").type)
    assert arrow["p1-first"].to_pylist()[0] == "f1"
    assert arrow.schema.field("depth").type == pyarrow.int64()


def test_arrays_are_lists(tmp_path):
    path = tmp_path / "array.labs"
    path.write_text("system { spawn = A: 1 }\nagent A { interface = x[3]: 0\n Behavior = x[1] <- 5 }\ncheck { P = always x[0] of 0 = 0 }\n")
    try:
        model = synod.load(path)
    except synod.ModelError as error:
        pytest.skip(f"this notation has no arrays: {error}")
    table = model.state_table()
    column = next(name for name in table.columns if name.startswith("x"))
    assert table[column][0] == [0, 0, 0] and [0, 5, 0] in table[column]
    assert table.to_pandas()[column].iloc[0].tolist() == [0, 0, 0]


def test_reports_and_sweeps(philosophers):
    table = philosophers.check().table
    assert table["verdict"] == ["violated", "holds", "violated"]
    swept = synod.sweep(EXAMPLES / "labs/leader.labs", "Settled", n=range(2, 5))
    assert swept["n"] == [2, 3, 4] and set(swept["verdict"]) == {"holds"}
    assert swept.to_pandas()["n"].tolist() == [2, 3, 4]


def test_a_table_is_readable_without_a_data_frame(philosophers):
    table = philosophers.state_table(limit=3)
    assert len(table) == 3 and list(table)[0]["state"] == 0
    assert "<table>" in table._repr_html_() and "3 rows" in repr(table)
    with pytest.raises(KeyError, match="depth"):
        table["dept"]
