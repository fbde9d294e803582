"""Ctrl-C, the lock of Python, threads and news."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import EXAMPLES

import synod

LARGE = """
import synod, sys
model = synod.load(sys.argv[1], n=9)
print("ready", flush=True)
try:
    model.check(engine="explicit", progress=False)
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(synod.load(sys.argv[1], n=2).check("Settled").ok, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_control_c_stops_the_work():
    path = str(EXAMPLES / "labs/leader.labs")
    process = subprocess.Popen([sys.executable, "-c", LARGE, path], cwd=EXAMPLES, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=120)
    assert out == "interrupted\nTrue\n", "and what comes after it works"


def test_other_threads_go_on():
    model = synod.load(EXAMPLES / "labs/leader.labs", n=9)
    counted = 0
    done = threading.Event()

    def work():
        model.check("Settled", engine="explicit", timeout=2, progress=False)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.wait(0.01):
        counted += 1
    thread.join()
    assert counted >= 10, "the lock is not held while the work goes on"


def test_models_are_shared_by_threads(philosophers):
    with ThreadPoolExecutor(4) as pool:
        reports = list(pool.map(lambda _: philosophers.check("one_hand_a_fork", "no_deadlock"), range(8)))
        counts = list(pool.map(lambda _: sum(1 for _ in philosophers.states()), range(8)))
    assert all([answer.verdict.value for answer in report] == ["violated", "holds"] for report in reports)
    assert counts == [34] * 8


def test_news_and_their_exceptions(philosophers):
    heard = []
    philosophers.check(progress=heard.append)
    assert [event["property"] for event in heard if event["kind"] == "begins"]
    assert sum(event["kind"] == "answer" for event in heard) == 3

    class Enough(Exception):
        pass

    def stop(event):
        raise Enough

    with pytest.raises(Enough):
        synod.load(EXAMPLES / "labs/leader.labs", n=9).check(progress=stop)


def test_limits_are_met():
    report = synod.load(EXAMPLES / "labs/leader.labs", n=9).check("Settled", engine="explicit", timeout=0.2)
    assert report[0].verdict == "unknown" and "time" in report[0].reason
