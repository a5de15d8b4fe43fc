"""A job outlives its worker: killed for real, and taken up by the next at the chunk that was not finished."""

import signal

from tests.servers.site import Site, wait_until
from tests.servers.sweeping import CELLS, LAPSE, START, STATE, attempts, done_chunks, finished, is_over


def test_a_killed_workers_job_goes_on_from_its_last_finished_chunk(site: Site) -> None:
    site.ask(START)
    with site.process("work") as worker:
        wait_until(lambda: done_chunks(site) >= 3)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    killed = site.ask(STATE)
    assert 3 <= len(finished(killed)) < CELLS
    site.ask(LAPSE)
    with site.process("work"):
        wait_until(lambda: is_over(site), seconds=180)
    after = site.ask(STATE)
    assert (len(finished(after)), after["cells"]) == (CELLS, CELLS)
    assert {attempts(after)[number] for number in finished(killed)} == {1}
