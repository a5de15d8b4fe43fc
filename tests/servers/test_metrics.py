"""The numbers of two server processes are one, for whoever has the token."""

from dataclasses import replace
from pathlib import Path
from urllib.request import Request, urlopen

from tests.servers.private import free_port
from tests.servers.service import web
from tests.servers.site import Site


def test_requests_are_counted_over_all_server_processes(site: Site, tmp_path: Path) -> None:
    (tmp_path / "metrics").mkdir()
    variables = {"METRICS_TOKEN": "t0ken", "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "metrics")}
    port = free_port()
    with web(replace(site, variables=variables), port):
        for _ in range(20):
            urlopen(f"http://127.0.0.1:{port}/example/").close()
        address, headers = f"http://127.0.0.1:{port}/metrics/", {"Authorization": "Bearer t0ken"}
        with urlopen(Request(address, headers=headers)) as answer:
            lines = answer.read().decode().splitlines()
    assert 'planner_request_seconds_count{method="GET",page="example/",status="200"} 20.0' in lines
    assert 'planner_chunks{status="waiting"} 0.0' in lines
