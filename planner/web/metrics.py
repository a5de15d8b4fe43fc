"""What Prometheus is told: requests by page, counted in every server process, and background work, read on demand."""

import time
from collections.abc import Callable, Iterator

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector

from planner.jobs.ledger import chunks_by_status

SECONDS = Histogram("planner_request_seconds", "Time to answer a request.", ["method", "page", "status"])
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"})


class MetricsMiddleware:
    """Counts each request by the pattern of its address, so that no number of addresses fills the memory."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        response = self.get_response(request)
        page = request.resolver_match.route if request.resolver_match else ""
        method = request.method if request.method in METHODS else "other"
        SECONDS.labels(method, page, response.status_code).observe(time.perf_counter() - begun)
        return response


class BackgroundWork:
    """Reads the chunks from the database when somebody asks."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield how many chunks there are of each status."""
        family = GaugeMetricFamily("planner_chunks", "Parts of background jobs.", labels=["status"])
        for status, count in chunks_by_status().items():
            family.add_metric([status], count)
        yield family


def exposition() -> bytes:
    """Return everything in the text format of Prometheus."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    registry.register(BackgroundWork())
    return generate_latest(registry)
