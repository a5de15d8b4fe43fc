/*
 * Comforts on top of plain forms: words about saving, nothing typed is lost, focus stays where it was, nothing is
 * sent twice. Every page works without this file.
 */
(() => {
  "use strict";

  const RETRY_MILLISECONDS = 10_000;
  const root = document.documentElement;
  const byId = (id) => (id ? document.getElementById(id) : null);
  const clock = new Intl.DateTimeFormat(root.lang, { hour: "2-digit", minute: "2-digit" });
  const now = () => clock.format(new Date());

  root.classList.add("has-script");

  /* One of several choices is as unsaved as the group is: an older answer would choose another. */
  const isUnsaved = (node) => [node, ...(node.type === "radio" && node.form ? node.form.elements : [])]
    .some((one) => one.dataset?.unsaved !== undefined && one.name === node.name);

  /* What the server sends is woven into the page; what a person is typing or has opened stays as it is. */
  function keepWhatIsTyped() {
    Idiomorph.defaults.ignoreActiveValue = true;
    Idiomorph.defaults.callbacks.beforeNodeMorphed = (old, fresh) =>
      !isUnsaved(old) && fresh.dataset?.kept === undefined;
    Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
      !(name === "open" && node.localName === "details") && !(name === "class" && node === root);
  }

  /* Saving: "Saving…", "Saved at 14:02", "Not saved since 14:20". */
  const saving = {
    failed: new Set(),
    since: null,
    timer: null,

    say(text) {
      const status = byId("save-status");
      if (status && status.textContent !== text) status.textContent = text;
    },

    fieldsOf(source) {
      const form = source.matches("form") ? source : source.closest("form");
      return (source.matches("form, fieldset, input, select, textarea") ? source : form || source)
        .querySelectorAll("[data-unsaved]");
    },

    begin(source) {
      for (const field of [source, ...this.fieldsOf(source)]) {
        if (field.dataset.unsaved !== undefined) field.dataset.unsaved = "sent";
      }
      if (!this.failed.size) this.say("Saving…");
    },

    done(source) {
      for (const field of [source, ...this.fieldsOf(source)]) {
        if (field.dataset.unsaved === "sent") delete field.dataset.unsaved;
      }
      this.failed.delete(source);
      this.forgetRemoved();
      if (this.failed.size) return;
      this.since = null;
      this.showNotice(false);
      this.say(`Saved at ${now()}`);
    },

    /* The answer carries what was sent, with the reason beside it; what was typed since stays. */
    refused(source) {
      for (const field of [source, ...this.fieldsOf(source)]) {
        if (field.dataset.unsaved === "sent") delete field.dataset.unsaved;
      }
      this.failed.delete(source);
      this.say("Not saved yet: see the note on the page");
    },

    /* Fields are sent again by themselves; a button is pressed again by the person, who may have changed their mind. */
    fail(source, refused = false) {
      if (!source.matches("form")) {
        this.say("Not done: the server could not be reached");
        return;
      }
      for (const field of [source, ...this.fieldsOf(source)]) {
        if (field.dataset.unsaved === "sent") field.dataset.unsaved = "typed";
      }
      this.failed.add(source);
      this.since ??= now();
      this.say(`Not saved since ${this.since}`);
      this.showNotice(true, refused);
      this.retryLater();
    },

    forgetRemoved() {
      for (const source of this.failed) if (!source.isConnected) this.failed.delete(source);
    },

    showNotice(shown, refused = false) {
      const notice = byId("offline");
      if (!notice) return;
      notice.hidden = !shown;
      byId("offline-unreached").hidden = refused;
      byId("offline-refused").hidden = !refused;
    },

    retryLater() {
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.retry(), RETRY_MILLISECONDS);
    },

    retry() {
      this.forgetRemoved();
      for (const source of this.failed) {
        const verb = ["post", "put", "patch", "delete"].find((name) => source.hasAttribute(`hx-${name}`));
        if (!verb) continue;
        htmx.ajax(verb, source.getAttribute(`hx-${verb}`), {
          source,
          target: source.getAttribute("hx-target"),
          swap: source.getAttribute("hx-swap"),
        }).catch(() => {}); // the events have told the page already
      }
    },
  };

  /* The server hears what the page has, and answers with what is different. While another answer is on its way nobody
     knows what the page will have: then it is sent whole. */
  const MOST_TOLD = 6_000; // characters: a header has its limits, and a longer page is sent whole
  let onTheirWay = 0;

  function tellWhatIsSeen() {
    document.body.addEventListener("htmx:beforeSend", () => (onTheirWay += 1));
    document.body.addEventListener("htmx:afterRequest", () => (onTheirWay -= 1));
    document.body.addEventListener("htmx:configRequest", ({ detail }) => {
      if (onTheirWay) return;
      const seen = [...document.querySelectorAll("[data-seen]")].map((part) => `${part.id}:${part.dataset.seen}`).join(" ");
      if (detail.target.id === "workbench" && seen.length < MOST_TOLD) detail.headers["X-Seen"] = seen;
    });
  }

  /* Who signs in in another tab gets another token than the one that this page was made with. */
  const tokenNow = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];

  function sendTheTokenOfNow() {
    document.body.addEventListener("htmx:configRequest", ({ detail }) => {
      if (detail.parameters.csrfmiddlewaretoken) detail.parameters.csrfmiddlewaretoken = tokenNow() ?? "";
    });
    document.addEventListener("submit", ({ target }) => {
      const field = target.elements.csrfmiddlewaretoken;
      if (field && tokenNow()) field.value = tokenNow();
    });
  }

  /* What saves itself says so, and not what the last button that was pressed would say. */
  function leaveButtonsOut() {
    document.body.addEventListener("htmx:configRequest", ({ detail }) => {
      if (detail.triggeringEvent?.type !== "change") return;
      for (const { name, type } of detail.elt.elements ?? []) if (type === "submit" && name) delete detail.parameters[name];
    });
  }

  const isSave = (event) => event.detail.requestConfig && event.detail.requestConfig.verb !== "get";

  /* A form has one request under way, and the next says what the form says when its turn comes. htmx has turns of its
     own (hx-sync), but keeps them with the attributes of the form, and loses them where an answer changes these. */
  const turns = {
    waiting: new Map(), // by form: what asks next, by the element that asks

    formOf: (source) => source.closest("form") ?? source,

    ask(event) {
      const { elt, verb, issueRequest } = event.detail;
      const others = verb === "get" ? null : this.waiting.get(this.formOf(elt));
      if (!others) return;
      event.preventDefault();
      others.set(elt, issueRequest);
    },

    begin(form) {
      if (!this.waiting.has(form)) this.waiting.set(form, new Map());
    },

    end(form) {
      const others = this.waiting.get(form) ?? new Map();
      this.waiting.delete(form);
      for (const [source, issueRequest] of others) {
        others.delete(source);
        issueRequest(false);
        if (!this.waiting.has(form)) continue; // it was not sent: the page has it no longer
        this.waiting.set(form, others);
        return;
      }
      document.body.dispatchEvent(new CustomEvent("turn-over", { detail: { form } }));
    },
  };

  function takeTurns() {
    const on = (name, act) => document.body.addEventListener(name, act);
    on("htmx:confirm", (event) => turns.ask(event));
    on("htmx:beforeSend", (event) => isSave(event) && turns.begin(turns.formOf(event.detail.elt)));
    /* The answer has settled by then: this timer is started after that of htmx and is as long. */
    on("htmx:afterRequest", (event) => {
      const form = isSave(event) && turns.formOf(event.detail.elt);
      if (form) window.setTimeout(() => turns.end(form), htmx.config.defaultSettleDelay);
    });
  }

  function watchSaving() {
    const on = (name, listen) => document.body.addEventListener(name, (event) => isSave(event) && listen(event));
    on("htmx:beforeSend", (event) => saving.begin(event.detail.elt));
    on("htmx:sendError", (event) => saving.fail(event.detail.elt));
    on("htmx:timeout", (event) => saving.fail(event.detail.elt));
    on("htmx:beforeOnLoad", (event) => {
      const { status } = event.detail.xhr;
      if (status === 409 || status === 422) saving.refused(event.detail.elt);
      else if (status >= 400) saving.fail(event.detail.elt, true);
      else saving.done(event.detail.elt);
    });

    document.addEventListener("input", ({ target }) => {
      if (target.closest("[hx-post]")) target.dataset.unsaved = "typed";
    });
    window.addEventListener("online", () => saving.retry());
    window.addEventListener("beforeunload", (event) => saving.failed.size && event.preventDefault());
    byId("offline-retry")?.addEventListener("click", () => saving.retry());
    byId("offline-copy")?.addEventListener("click", copyWhatIsTyped);
  }

  /* What was typed and not saved, as text, each under the name of its field. */
  async function copyWhatIsTyped() {
    const lines = [...document.querySelectorAll("[data-unsaved]")].map((field) => {
      const name = field.labels?.[0]?.textContent.trim() || field.getAttribute("aria-label") || field.name;
      return `${name}: ${field.value}`;
    });
    await navigator.clipboard.writeText(lines.join("\n"));
    saving.say("Your text is copied");
  }

  /* Focus stays on the same control, found again by its id; where that is gone, on the thing it belonged to. */
  function keepFocus() {
    let remembered = [];
    document.body.addEventListener("htmx:beforeSwap", () => {
      const active = document.activeElement;
      const homes = [];
      for (let node = active; node && node !== document.body; node = node.parentElement) if (node.id) homes.push(node.id);
      if (homes.length) remembered = homes;
    });
    document.body.addEventListener("htmx:afterSettle", ({ target }) => {
      const asked = target.querySelector?.("[autofocus]");
      if (asked) asked.focus();
      else if (document.activeElement === document.body) focusOn(remembered.map(byId).find(Boolean));
    });
    /* The server may name what comes next: HX-Trigger-After-Settle: {"focus-on": "step-5-name"}. */
    document.body.addEventListener("focus-on", (event) => focusOn(byId(event.detail.value)));
  }

  function focusOn(element) {
    if (!element) return;
    if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) element.setAttribute("tabindex", "-1");
    element.focus();
  }

  /* A form that is saving itself is sent when that is done: else what it is sent with is older than what it has saved.
     Where the save is refused or fails, the person looks first and presses again. */
  function sendWhenSaved(form, button) {
    const wish = new AbortController();
    const on = (name, act) => document.body.addEventListener(name, act, { signal: wish.signal });
    on("htmx:beforeOnLoad", ({ detail }) => detail.xhr.status >= 400 && wish.abort());
    on("htmx:sendError", () => wish.abort());
    on("htmx:timeout", () => wish.abort());
    on("turn-over", ({ detail }) => {
      if (detail.form !== form) return;
      wish.abort();
      if (form.isConnected) form.requestSubmit(byId(button?.id));
    });
  }

  /* A plain form is sent once; without a connection it stays here instead of ending on the browser's error page. */
  function sendOnce() {
    document.addEventListener("submit", (event) => {
      const form = event.target;
      if (event.defaultPrevented || form.method !== "post") return;
      if (navigator.onLine && turns.waiting.has(form)) {
        event.preventDefault();
        sendWhenSaved(form, event.submitter);
        return;
      }
      if (form.dataset.sent || !navigator.onLine) event.preventDefault();
      else form.dataset.sent = "yes";
      if (!navigator.onLine) {
        saving.since ??= now();
        saving.say(`Not saved since ${saving.since}`);
        saving.showNotice(true);
      }
    });
    window.addEventListener("pageshow", () => {
      for (const form of document.forms) delete form.dataset.sent;
    });
  }

  /* A control that says aria-disabled keeps its focus and does nothing. */
  function respectDisabled() {
    document.addEventListener("click", (event) => {
      if (!event.target.closest('[aria-disabled="true"]')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, true);
  }

  /* The server says times in UTC; whoever reads them has a time of their own. */
  function tellLocalTimes() {
    const clock = { hour: "2-digit", minute: "2-digit" };
    const day = { day: "numeric", month: "long", year: "numeric" };
    const forms = { clock, day, moment: { ...day, ...clock } };
    for (const time of document.querySelectorAll("time[data-local]")) {
      time.textContent = new Intl.DateTimeFormat(root.lang, forms[time.dataset.local]).format(new Date(time.dateTime));
    }
  }

  /* The dock takes over from the button in the head of the page when that is out of sight. */
  function callDock() {
    const [dock, head] = [".dock", ".in-dock"].map((name) => document.querySelector(name));
    if (!dock || !head) return;
    new IntersectionObserver(([entry]) => dock.classList.toggle("is-needed", !entry.isIntersecting)).observe(head);
  }

  if (window.Idiomorph) keepWhatIsTyped();
  watchSaving();
  takeTurns();
  tellWhatIsSeen();
  sendTheTokenOfNow();
  leaveButtonsOut();
  keepFocus();
  sendOnce();
  respectDisabled();
  tellLocalTimes();
  callDock();
})();
