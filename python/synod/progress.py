"""How long work goes, in terminals and notebooks."""

from __future__ import annotations

import json
import sys
import time
from typing import Any, Callable

#: Work that is done within so many seconds tells nothing.
PATIENCE = 1.0

Progress = bool | Callable[[dict[str, Any]], None] | None


class Teller:
    """A listener that shows how far work is: a line in a terminal, a bar in a notebook."""

    def __init__(self) -> None:
        self.begin = time.monotonic()
        self.property = ""
        self.shown = False
        self.handle: Any = None

    def __call__(self, event: dict[str, Any]) -> None:
        if event["kind"] == "begins":
            self.property = event["property"]
        if event["kind"] == "progress" and time.monotonic() - self.begin > PATIENCE:
            self.show(event)

    def show(self, event: dict[str, Any]) -> None:
        """Shows how far it is."""
        words = [self.property] if self.property else []
        runs, most = event.get("runs"), event.get("most_runs")
        if runs:
            words.append(f"{runs:,} of {most:,} runs" if most else f"{runs:,} runs")
        elif event["states"]:
            words.append(f"{event['states']:,} states, depth {event['depth']}")
        words.append(f"{time.monotonic() - self.begin:.0f} s")
        self.write(" · ".join(words), runs / most if runs and most else None)

    def write(self, text: str, share: float | None) -> None:
        """Replaces what was shown."""
        if in_notebook():
            from IPython.display import HTML, display

            value = "" if share is None else f' value="{share:.3f}"'
            picture = HTML(f'<progress{value} style="width:20em"></progress> <span>{text}</span>')
            if self.handle is None:
                self.handle = display(picture, display_id=True)
            else:
                self.handle.update(picture)
        else:
            bar = "" if share is None else "[" + "#" * round(20 * share) + "." * (20 - round(20 * share)) + "] "
            sys.stderr.write(f"\r\x1b[K{bar}{text}")
            sys.stderr.flush()
        self.shown = True

    def end(self) -> None:
        """Takes back what was shown."""
        if self.handle is not None:
            from IPython.display import HTML

            self.handle.update(HTML(""))
        elif self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def in_notebook() -> bool:
    """Whether there is a notebook to show things in."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


def listener(progress: Progress) -> tuple[Callable[[str], None] | None, Callable[[], None]]:
    """Who hears news (as JSON) for what was asked, and what to do in the end."""
    if callable(progress):
        return (lambda text: progress(json.loads(text))), (lambda: None)
    if progress is None:
        progress = in_notebook() or sys.stderr.isatty()
    if not progress:
        return None, (lambda: None)
    teller = Teller()
    return (lambda text: teller(json.loads(text))), teller.end
