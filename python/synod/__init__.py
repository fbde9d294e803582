"""Model, simulate and verify multi-agent systems.

    >>> import synod
    >>> model = synod.load("philosophers.rcp")
    >>> report = model.check()
    >>> report["no_deadlock"].verdict
    <Verdict.VIOLATED: 'violated'>

`load` reads a model, in any of the languages of Synod; `Model.check` answers its properties with evidence, `Model.simulate` and
`Model.estimate` make random runs, `Model.walk` steps through it, `Model.states` and `Model.graph` are its state space.
`synod.formulas` has formulas as objects, `synod.environments` the agents of a model as environments of PettingZoo.
"""

from . import formulas
from ._synod import Action, Move, State, version as _version
from .answers import Answer, Estimate, Report, Verdict
from .errors import Diagnostic, Interrupted, ModelError, Place, SynodError
from .formulas import A, E, F, Formula, G, K, R, U, Var, W, X, atom, box, can, diamond, did, distinct, does
from .model import Model, load, loads, sweep
from .policies import PolicyCheck
from .runs import Run, Simulation
from .tables import Table
from .walks import Blocked, Walk

__version__ = _version()

__all__ = [
    "A",
    "Action",
    "Answer",
    "Blocked",
    "Diagnostic",
    "E",
    "Estimate",
    "F",
    "Formula",
    "G",
    "Interrupted",
    "K",
    "Model",
    "ModelError",
    "Move",
    "Place",
    "PolicyCheck",
    "R",
    "Report",
    "Run",
    "Simulation",
    "State",
    "SynodError",
    "Table",
    "U",
    "Var",
    "Verdict",
    "W",
    "Walk",
    "X",
    "atom",
    "box",
    "can",
    "diamond",
    "did",
    "distinct",
    "does",
    "formulas",
    "load",
    "loads",
    "sweep",
]

from collections.abc import Mapping as _Mapping

_Mapping.register(State)
