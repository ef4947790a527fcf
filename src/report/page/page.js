// Chooses a step of an execution and shows it everywhere: in the diagram, in the picture of the network, in the
// states and in the table. The page is complete without it, so it only adds to what is there. Everything from a
// model is written with textContent.
'use strict';
(() => {
  const all = (root, selector) => [...root.querySelectorAll(selector)];
  const still = matchMedia('(prefers-reduced-motion: reduce)');

  function view(section) {
    const data = JSON.parse(section.querySelector('script[type="application/json"]').textContent);
    const n = data.labels.length;
    const last = data.states.length - 1;
    const slider = section.querySelector('input[type=range]');
    const told = section.querySelector('output');
    const diagram = section.querySelector('.diagram');
    const rows = all(section, '.row');
    const events = all(section, '.ev');
    const lines = all(section, 'tbody.steps tr');
    const messages = all(section, '.msg').map(element => ({
      element,
      from: 'f' in element.dataset ? +element.dataset.f : -1,
      to: 't' in element.dataset ? +element.dataset.t : -1,
    }));
    const points = 2 * n * data.states.length;
    const into = new Map();
    for (const message of messages) {
      if (message.to < 0 || message.from < 0) continue;
      if (!into.has(message.to)) into.set(message.to, []);
      into.get(message.to).push(message.from);
    }
    const strips = all(section, '.strip a');
    // The names of lanes stay in sight above a diagram that is scrolled.
    const heads = document.createElement('div');
    heads.className = 'heads';
    heads.setAttribute('aria-hidden', 'true');
    for (const label of all(diagram, '.space-time:not(.causal) .lane-label')) {
      const head = document.createElement('span');
      head.className = 'lane-label';
      head.textContent = label.textContent;
      head.dataset.p = label.dataset.p;
      head.style.left = `${label.getAttribute('x')}px`;
      heads.append(head);
    }
    diagram.prepend(heads);
    const peers = [];
    let step = -1;
    let folded = false;

    // Causes have smaller numbers than effects, so that one pass in order finds all that follows from some points,
    // and one pass backwards all that led to them.
    function causes(roots) {
      const past = new Uint8Array(points), future = new Uint8Array(points);
      for (const root of roots) past[root] = future[root] = 1;
      for (let point = points - 1; point >= 0; --point) {
        if (!past[point]) continue;
        if (point >= n) past[point - n] = 1;
        for (const from of into.get(point) || []) past[from] = 1;
      }
      for (let point = 0; point < points; ++point) {
        if (point >= n && future[point - n]) future[point] = 1;
        if ((into.get(point) || []).some(from => future[from])) future[point] = 1;
      }
      return { past, future };
    }

    function light(place) {
      const here = events.filter(e => +e.dataset.s === step && (place === undefined || +e.dataset.p === place));
      const roots = here.flatMap(e => [0, 1].map(half => (2 * step + half) * n + +e.dataset.p));
      const { past, future } = causes(roots);
      diagram.classList.toggle('lit', roots.length > 0);
      for (const event of events) {
        const at = 2 * event.dataset.s * n + +event.dataset.p;
        const now = here.includes(event);
        event.classList.toggle('now', now);
        event.classList.toggle('past', !now && Boolean(past[at] || past[at + n]));
        event.classList.toggle('future', !now && Boolean(future[at] || future[at + n]));
      }
      for (const { element, from, to } of messages) {
        element.classList.toggle('past', to >= 0 && Boolean(past[to]) && from >= 0 && Boolean(past[from]));
        element.classList.toggle('future', from >= 0 && Boolean(future[from]));
      }
    }

    // Who has an identifier that is compared in this step, or by this process in it.
    function isCompared(state, place, by) {
      return (state.cmp || []).some(([process, ...ids]) =>
        (by === undefined || process === by) && ids.includes(data.ids[place]));
    }

    function showNetwork(state, acting, by) {
      for (const node of all(section, '.node')) {
        const place = +node.dataset.p;
        const words = state.is[place];
        node.setAttribute('class', ['node', ...words, acting.has(place) ? 'now' : '',
          isCompared(state, place, by) ? 'compared' : ''].join(' ').trim());
        node.querySelector('.status').textContent = words.join(', ');
      }
      for (const channel of all(section, '.channel')) {
        const held = state.in[channel.dataset.c];
        channel.classList.toggle('full', Boolean(held));
        const count = channel.querySelector('.count text');
        if (count) count.textContent = held ? held.length : '';
      }
    }

    function describe(list, pairs) {
      list.replaceChildren(...pairs.flatMap(([name, text]) => {
        const term = document.createElement('dt'), words = document.createElement('dd');
        const isolated = document.createElement('bdi');
        term.textContent = name;
        isolated.textContent = text;
        words.append(isolated);
        return [term, words];
      }));
    }

    function show(wanted, place, lit = true) {
      step = Math.min(Math.max(wanted, 0), last);
      slider.value = step;
      const line = lines[step];
      const words = all(line, 'td:nth-child(2) bdi').map(e => e.textContent).filter(Boolean).join('; ');
      told.textContent = `${data.unit} ${step} of ${last}${words ? ': ' + words : ''}`;
      slider.setAttribute('aria-valuetext', told.textContent);
      for (const row of rows) row.classList.toggle('now', +row.dataset.s === step);
      lines.forEach((row, index) => {
        row.classList.toggle('now', index === step);
        if (index === step) row.setAttribute('aria-current', 'step'); else row.removeAttribute('aria-current');
      });
      for (const part of strips)
        part.classList.toggle('now', +part.dataset.first <= step && step < +part.dataset.after);
      if (lit) light(place);
      const state = data.states[step];
      const acting = new Set(events.filter(e => +e.dataset.s === step).map(e => +e.dataset.p));
      showNetwork(state, acting, place);
      for (const label of all(section, '.lane-label'))
        label.classList.toggle('compared', isCompared(state, +label.dataset.p, place));
      const wrong = strips.filter(part => part.matches('.now.wrong'));
      section.querySelector('.wrongs').replaceChildren(...wrong.map(part => {
        const item = document.createElement('li'), words = document.createElement('bdi');
        words.textContent = `${part.parentElement.querySelector('.of').textContent}: ${part.textContent}`;
        item.append(words);
        return item;
      }));
      describe(section.querySelector('.channels'),
        Object.entries(state.in).map(([channel, held]) => [data.channels[channel], held.join('  ')]));
      section.querySelector('.empty').hidden = Object.keys(state.in).length > 0;
      describe(section.querySelector('.variables'), state.of.map((text, p) => [data.labels[p], text]));
      const row = [...rows, ...events].find(r => +r.dataset.s === step && r.getClientRects().length > 0);
      if (!lit) return;
      if (row) {
        const box = row.getBoundingClientRect(), frame = diagram.getBoundingClientRect();
        const out = box.top < frame.top ? box.top - frame.top - 40 : box.bottom > frame.bottom ? box.bottom - frame.bottom + 40 : 0;
        const event = events.find(e => +e.dataset.s === step && e.getClientRects().length > 0);
        const at = event && event.getBoundingClientRect();
        const aside = !at ? 0 : at.left < frame.left ? at.left - frame.left - 60 : at.right > frame.right - 90 ? at.right - frame.right + 150 : 0;
        if (out || aside) diagram.scrollBy({ top: out, left: aside, behavior: still.matches ? 'auto' : 'smooth' });
      } else if (step === 0) {
        diagram.scrollTo({ top: 0 });
      }
    }

    // Steps that are folded away are passed over; where they are chosen by themselves they are shown all the same.
    function go(by) {
      let to = step + by;
      while (folded && to > 0 && to < last && lines[to].classList.contains('idle')) to += by;
      choose(to);
    }

    function hiding(words, hides) {
      const label = document.createElement('label'), box = document.createElement('input');
      const isolated = document.createElement('bdi');
      box.type = 'checkbox';
      isolated.textContent = words;
      label.append(box, isolated);
      section.querySelector('.hide').append(label);
      box.addEventListener('change', () => {
        if (box.checked) hidden.add(hides); else hidden.delete(hides);
        for (const element of all(diagram, '[data-p]'))
          element.classList.toggle('off', [...hidden].some(each => each(element.dataset)));
      });
    }
    const hidden = new Set();
    data.labels.forEach((label, p) => hiding(`process ${label}`, of => +of.p === p || +of.q === p));
    for (const kind of new Set(messages.map(({ element }) => element.dataset.k)))
      hiding(`messages: ${kind}`, of => of.k === kind);

    const time = section.querySelector('.time');
    time.hidden = !section.querySelector('.causal');
    time.firstChild.addEventListener('change', event => {
      section.classList.toggle('by-cause', event.target.checked);
      show(step);
    });
    section.querySelector('.fold').hidden = !lines.some(row => row.classList.contains('idle'));
    section.querySelector('.fold input').addEventListener('change', event => {
      folded = event.target.checked;
      section.classList.toggle('folded', folded);
    });

    // Of two executions that stand side by side, both show the same step.
    function choose(wanted, place) {
      show(wanted, place);
      for (const other of peers) other(step);
      history.replaceState(null, '', '#' + lines[step].id);
    }

    const parts = lines.findIndex(row => 'parts' in row.dataset);
    for (const row of rows) row.classList.toggle('parts', +row.dataset.s === parts);

    slider.max = last;
    slider.addEventListener('input', () => choose(+slider.value));
    section.querySelector('.back').addEventListener('click', () => go(-1));
    section.querySelector('.on').addEventListener('click', () => go(1));
    diagram.addEventListener('click', event => {
      const at = event.target.closest('.ev, .row');
      if (at) return choose(+at.dataset.s, at.classList.contains('ev') ? +at.dataset.p : undefined);
      const message = event.target.closest('.msg');
      const end = message && (message.dataset.t ?? message.dataset.f);
      if (end) choose(Math.floor(end / (2 * n)));
    });
    lines.forEach((row, index) => row.addEventListener('click', event => {
      if (!event.target.closest('a')) choose(index);
    }));
    section.addEventListener('keydown', event => {
      if (event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
      const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
      const to = { Home: 0, End: last };
      if (!(event.key in by) && !(event.key in to)) return;
      event.preventDefault();
      if (event.key in by) go(by[event.key]); else choose(to[event.key]);
    });
    const byAddress = () => {
      const index = lines.findIndex(row => '#' + row.id === location.hash);
      if (index < 0) return;
      show(index);
      for (const other of peers) other(index);
      // The browser itself goes to the step's row in the table, so wait until it has.
      requestAnimationFrame(() => setTimeout(() => section.querySelector('.views').scrollIntoView()));
    };
    addEventListener('hashchange', byAddress);
    // To the browser, a link to where it is already changes nothing.
    document.addEventListener('click', event => {
      if (event.target.closest('a')?.hash === location.hash) byAddress();
    });
    show(last, undefined, false);
    return { section, show, peers, byAddress };
  }

  document.documentElement.classList.add('js');
  const views = all(document, 'section.trace').map(view);
  for (const { section, peers } of views) {
    const pair = section.closest('.pair');
    peers.push(...views.filter(other => pair && other.section !== section && pair.contains(other.section))
      .map(other => other.show));
  }
  for (const { byAddress } of views) byAddress();
  const first = document.querySelector('section.trace');
  document.addEventListener('keydown', event => {
    if (event.target !== document.body || !first) return;
    first.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, altKey: event.altKey,
      ctrlKey: event.ctrlKey, metaKey: event.metaKey }));
    if (/^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(event.key)) event.preventDefault();
  });
})();
