"""With Redis all server processes count together how often somebody tries."""

from collections import Counter
from dataclasses import replace

from tests.servers.browser import Browser, form
from tests.servers.private import free_port
from tests.servers.service import web
from tests.servers.site import Site


def test_two_server_processes_allow_no_more_sign_ins_than_one(site: Site, redis_url: str) -> None:
    port = free_port()
    with web(replace(site, variables={"REDIS_URL": redis_url}), port):
        statuses: Counter[int] = Counter()
        for _ in range(30):
            browser = Browser(port, session="none", plan="none")
            statuses[browser.send("POST", "/account/sign-in/", form(username="ann", password="wrong")).status] += 1
            browser.close()
    assert statuses == {422: 10, 429: 20}
