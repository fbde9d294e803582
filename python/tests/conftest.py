"""What all tests share."""

from pathlib import Path

import pytest

import synod

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


@pytest.fixture(scope="session")
def philosophers() -> synod.Model:
    return synod.load(EXAMPLES / "rcheck/philosophers.rcp")


@pytest.fixture(scope="session")
def leader() -> synod.Model:
    return synod.load(EXAMPLES / "labs/leader.labs", n=3)


@pytest.fixture(scope="session")
def bit() -> synod.Model:
    return synod.load(EXAMPLES / "ispl/bit-transmission.ispl")
