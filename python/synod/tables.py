"""Tables, for data frames."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Iterator

from . import _synod

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Table:
    """A table of named columns. `to_pandas`, `to_polars` and `to_arrow` hand the columns over through Arrow, without copies, and so does
    everything that knows the PyCapsule interface of Arrow: `polars.DataFrame(table)`, `pyarrow.table(table)`, DuckDB.

    Truth values, numbers and texts are what they are; values of enumerations are categories; arrays are lists of fixed length.
    """

    def __init__(self, inner: _synod.Table):
        self._inner = inner

    @classmethod
    def of(cls, columns: list[tuple[str, str, list[Any]]]) -> Table:
        """A table of columns: each a name, a kind (`int`, `float`, `bool`, `text`, `name`) and its values."""
        return cls(_synod.Table.of(columns))

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._inner.columns

    def __len__(self) -> int:
        return len(self._inner)

    def __getitem__(self, name: str) -> list[Any]:
        return self._inner[name]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.head(len(self)))

    def head(self, count: int = 10) -> list[dict[str, Any]]:
        """The first rows, each as a dictionary."""
        return self._inner.head(count)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._inner.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._inner.__arrow_c_schema__()

    def to_arrow(self) -> pyarrow.Table:
        """As a table of pyarrow."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> pandas.DataFrame:
        """As a data frame of pandas."""
        return self.to_arrow().to_pandas()

    def to_polars(self) -> polars.DataFrame:
        """As a data frame of polars."""
        import polars

        return polars.DataFrame(self)

    def __repr__(self) -> str:
        return repr(self._inner)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(str(value))}</td>" for value in row.values()) + "</tr>" for row in self.head()
        )
        more = f"<p>{len(self):,} rows</p>" if len(self) > 10 else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{more}"
