// Walks through a state graph that the page carries. A place is a branch, which is a list of the numbers of the steps
// taken from the beginning on, and how far one is on it; the address has the numbers. Everything from a model is
// written with textContent.
'use strict';
(() => {
  const byId = id => document.getElementById(id);
  const data = JSON.parse(byId('graph').textContent);
  const count = data.nodes.length;
  const unbounded = Infinity;

  // The graph as arrays: the edges of a configuration are first[c] .. first[c + 1] - 1.
  const first = [0], to = [], from = [], messages = [], words = [];
  data.edges.forEach((edges, node) => {
    for (let k = 0; k < edges.length; k += 3) {
      from.push(node); to.push(edges[k]); words.push(edges[k + 1]); messages.push(edges[k + 2]);
    }
    first.push(to.length);
  });
  const choices = node => first[node + 1] - first[node] + (node in data.idle ? 1 : 0);
  const after = (node, choice) => first[node] + choice <= first[node + 1] ? to[first[node] + choice - 1] : node;
  const sent = (node, choice) => first[node] + choice <= first[node + 1] ? messages[first[node] + choice - 1] : 0;
  const wording = (node, choice) =>
    data.words[first[node] + choice <= first[node + 1] ? words[first[node] + choice - 1] : data.idle[node]];
  const broken = (node, choice) => data.broken[`${node},${choice - 1}`] || [];

  const grouped = number => String(number).replace(/\B(?=(\d{3})+$)/g, ' ');
  const plural = (number, word) => `${grouped(number)} ${word}${number === 1 ? '' : 's'}`;

  // All that lies ahead: the shortest ways (edges by configuration), the cheapest and the dearest ones.
  let known = { node: -1 };
  function look(node) {
    if (known.node === node) return known;
    const order = [node], nearest = new Int32Array(count).fill(-1), depth = new Int32Array(count).fill(-1);
    depth[node] = 0;
    let steps = 0;
    for (const at of order) {
      for (let e = first[at]; e < first[at + 1]; ++e) {
        ++steps;
        if (depth[to[e]] >= 0) continue;
        depth[to[e]] = depth[at] + 1;
        nearest[to[e]] = e;
        order.push(to[e]);
      }
    }
    known = { node, order, nearest, depth, steps, ...cheapest(node), ...dearest(node, order) };
    known.endings = order.filter(at => at in data.ends);
    return known;
  }

  // Configurations wait by their costs; few costs are different.
  function cheapest(node) {
    const least = new Float64Array(count).fill(unbounded), cheap = new Int32Array(count).fill(-1);
    const waiting = [[node]];
    least[node] = 0;
    for (let cost = 0; cost < waiting.length; ++cost) {
      for (const at of waiting[cost] || []) {
        if (least[at] < cost) continue;
        for (let e = first[at]; e < first[at + 1]; ++e) {
          const sum = cost + messages[e];
          if (sum >= least[to[e]]) continue;
          least[to[e]] = sum;
          cheap[to[e]] = e;
          (waiting[sum] ||= []).push(to[e]);
        }
      }
    }
    return { least, cheap };
  }

  // Edges between strongly connected components lead to smaller numbers.
  function dearest(node, order) {
    const component = data.components;
    const most = new Map([[component[node], 0]]), entry = new Map(), grows = new Set(), out = new Map();
    for (const at of order) {
      for (let e = first[at]; e < first[at + 1]; ++e) {
        const here = component[at];
        if (here !== component[to[e]]) {
          if (!out.has(here)) out.set(here, []);
          out.get(here).push(e);
        } else if (messages[e] > 0) grows.add(here);
      }
    }
    for (const here of [...new Set(order.map(at => component[at]))].sort((a, b) => b - a)) {
      if (grows.has(here)) most.set(here, unbounded);
      for (const e of out.get(here) || []) {
        const there = component[to[e]], sum = most.get(here) + messages[e];
        if (most.has(there) && sum <= most.get(there)) continue;
        most.set(there, sum);
        entry.set(there, e);
      }
    }
    return { most, entry };
  }

  const numberOf = e => e - first[from[e]] + 1;
  function wayBy(last, node, end) {
    const way = [];
    for (let at = end; at !== node; at = from[last[at]]) way.push(numberOf(last[at]));
    return way.reverse();
  }
  function dearestWay(node, end) {
    const { entry } = look(node), component = data.components;
    let way = [];
    for (let at = end; ;) {
      const e = component[at] === component[node] ? undefined : entry.get(component[at]);
      way = [...inside(e === undefined ? node : to[e], at), ...way];
      if (e === undefined) return way;
      way.unshift(numberOf(e));
      at = from[e];
    }
  }
  function inside(start, end) {
    const last = new Map([[start, -1]]), waiting = [start];
    for (const at of waiting) {
      if (at === end) break;
      for (let e = first[at]; e < first[at + 1]; ++e) {
        if (data.components[to[e]] !== data.components[start] || last.has(to[e])) continue;
        last.set(to[e], e);
        waiting.push(to[e]);
      }
    }
    const way = [];
    for (let at = end; at !== start; at = from[last.get(at)]) way.push(numberOf(last.get(at)));
    return way.reverse();
  }
  function wayToViolation(node, property) {
    const { order, nearest, depth } = look(node);
    let best;
    for (const at of order) {
      if (best && depth[at] >= best.length) break;
      if ((data.failed[at] || []).includes(property)) return wayBy(nearest, node, at);
      for (let k = 1; !best && k <= choices(at); ++k)
        if (broken(at, k).includes(property)) best = [...wayBy(nearest, node, at), k];
    }
    return best;
  }

  // Where we are.
  const branches = [];
  let branch = 0, at = 0, remark = '';
  const isPrefix = (short, long) => short.length <= long.length && short.every((k, i) => k === long[i]);
  function walk(path) {
    const nodes = [0];
    for (const choice of path) {
      const node = nodes[nodes.length - 1];
      if (!(choice >= 1 && choice <= choices(node))) return undefined;
      nodes.push(after(node, choice));
    }
    return nodes;
  }
  // A path along a branch stays on it; one that goes on from its end makes it longer; another one is a new branch.
  function stand(path) {
    const here = branches[branch];
    if (here && isPrefix(here, path)) branches[branch] = path;
    else if (!here || !isPrefix(path, here)) {
      const other = branches.findIndex(each => isPrefix(path, each));
      branch = other < 0 ? branches.push(path) - 1 : other;
    }
    at = path.length;
  }
  const path = () => branches[branch].slice(0, at);
  const address = path => '#' + path.join('.');
  // The browser keeps each place, so that its own button goes back, too.
  function go(path, said = '') {
    remark = said;
    stand(path);
    if (location.hash.slice(1) !== path.join('.')) history.pushState(null, '', address(path));
    show();
  }

  function element(tag, text, className) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) {
      const isolated = document.createElement('bdi');
      isolated.textContent = text;
      made.append(isolated);
    }
    return made;
  }
  function button(text, act, label) {
    const made = document.createElement('button');
    made.textContent = text;
    if (label) made.setAttribute('aria-label', label);
    made.addEventListener('click', act);
    return made;
  }
  function link(text, path) {
    const made = element('a', text);
    made.href = address(path);
    return made;
  }

  function lines(node, choice, before) {
    const list = data.nodes[node].map(k => element('li', data.lines[k][0]));
    for (const property of new Set([...(data.failed[node] || []), ...(choice ? broken(before, choice) : [])]))
      list.push(element('li', `✗ ${property} is violated: ${data.says[property]}`, 'wrong'));
    if (node in data.ends) list.push(element('li', `quiescent: ${data.ends[node]}`, 'quiescent'));
    return list;
  }

  function picture(node) {
    for (const channel of document.querySelectorAll('.channel')) channel.classList.remove('full');
    const held = new Map();
    for (const k of data.nodes[node]) {
      const [, kind, number, shown] = data.lines[k];
      if (kind === 'c') held.set(number, (held.get(number) || 0) + shown);
      if (kind !== 'p') continue;
      const drawn = document.querySelector(`.node[data-p="${number}"]`);
      drawn.setAttribute('class', ['node', ...shown].join(' '));
      drawn.querySelector('.status').textContent = shown.join(', ');
    }
    for (const [number, many] of held) {
      const channel = document.querySelector(`.channel[data-c="${number}"]`);
      if (!channel) continue;
      channel.classList.add('full');
      const text = channel.querySelector('.count text');
      if (text) text.textContent = many;
    }
  }

  function cost(before, ahead, end) {
    const least = before + ahead.least[end], most = before + ahead.most.get(data.components[end]);
    if (most === unbounded) return `at least ${plural(least, 'message')} in all, without bound`;
    return least === most ? `${plural(least, 'message')} in all` : `${least} to ${most} messages in all`;
  }
  const away = steps => steps === 0 ? 'here' : `${plural(steps, 'step')} away`;

  function showAhead(node, before) {
    const ahead = look(node);
    byId('ahead').textContent = `${plural(ahead.order.length, 'configuration')}, this one included, ` +
      `${plural(ahead.steps, 'step')} and ${plural(ahead.endings.length, 'ending')} lie ahead`;
    const shown = ahead.endings.slice(0, 200);
    const rows = shown.map((end, k) => {
      const row = document.createElement('tr'), ways = document.createElement('td');
      for (const text of [k + 1, data.ends[end], cost(before, ahead, end), away(ahead.depth[end])])
        row.append(element('td', text));
      const way = (name, find) => ways.append(button(name, () => go([...path(), ...find()]), `go the ${name} way to ending ${k + 1}`));
      way('shortest', () => wayBy(ahead.nearest, node, end));
      way('cheapest', () => wayBy(ahead.cheap, node, end));
      if (ahead.most.get(data.components[end]) !== unbounded) way('dearest', () => dearestWay(node, end));
      row.append(ways);
      return row;
    });
    if (shown.length < ahead.endings.length) {
      const row = document.createElement('tr'), rest = element('td', `and ${ahead.endings.length - shown.length} more`);
      rest.colSpan = 5;
      row.append(rest);
      rows.push(row);
    }
    byId('endings').replaceChildren(...rows);
    for (const id of ['quiescent', 'cheapest', 'dearest']) byId(id).disabled = ahead.endings.length === 0;
  }

  function show() {
    const here = path(), nodes = walk(branches[branch]), node = nodes[at];
    let before = 0;
    here.forEach((choice, k) => { before += sent(nodes[k], choice); });
    const of = at === branches[branch].length ? '' : ` of ${branches[branch].length}`;
    const on = branches.length > 1 ? `, branch ${branch + 1}` : '';
    const listed = lines(node, here[at - 1], nodes[at - 1]);
    const special = listed.filter(line => line.className).map(line => line.textContent);
    byId('told').textContent = [remark, `${data.unit} ${at}${of}${on}, ${plural(before, 'message')} sent`, ...special]
      .filter(Boolean).join('; ');
    byId('lines').replaceChildren(...listed);
    picture(node);

    const many = choices(node), most = 200;
    byId('choices').replaceChildren(...Array.from({ length: Math.min(many, most) }, (_, k) => {
      const item = document.createElement('li'), made = button('', () => go([...path(), k + 1]));
      made.append(element('span', k + 1, 'digit'), element('span', wording(node, k + 1)));
      item.append(made);
      return item;
    }));
    byId('more').textContent = many === 0 ? 'no step is possible' : many > most ? `and ${many - most} more` : '';
    byId('back').disabled = at === 0;
    byId('restart').disabled = at === 0;
    byId('forward').disabled = at === branches[branch].length;
    showAhead(node, before);

    byId('path').replaceChildren(...nodes.map((_, k) => {
      const words = k === 0 ? 'initially' : wording(nodes[k - 1], branches[branch][k - 1]);
      const item = document.createElement('li');
      item.className = k === at ? 'now' : k > at ? 'later' : '';
      if (k === at) item.setAttribute('aria-current', 'step');
      item.append(link(`${k}  ${words}`, branches[branch].slice(0, k)));
      return item;
    }));
    byId('branches').replaceChildren(...branches.map((each, k) => {
      const item = document.createElement('li');
      if (k === branch) { item.className = 'now'; item.setAttribute('aria-current', 'true'); }
      const made = link(`branch ${k + 1}: ${plural(each.length, data.unit)}`, each);
      made.addEventListener('click', () => { branch = k; });
      item.append(made);
      return item;
    }));
  }

  function jump(id, text, find) {
    const made = button(text, () => {
      const node = walk(path())[at], ahead = look(node);
      if (ahead.endings.length > 0) find(node, ahead);
    });
    made.id = id;
    byId('jumps').append(made);
  }
  // Of ends that are alike, the first, which is the nearest, is taken.
  const best = (ends, worth) => ends.reduce((found, end) => worth(end) > worth(found) ? end : found);
  jump('quiescent', 'nearest ending', (node, ahead) => go([...path(), ...wayBy(ahead.nearest, node, ahead.endings[0])]));
  jump('cheapest', 'cheapest', (node, ahead) =>
    go([...path(), ...wayBy(ahead.cheap, node, best(ahead.endings, end => -ahead.least[end]))],
      'an execution with the fewest messages to an end'));
  jump('dearest', 'dearest', (node, ahead) => {
    const end = best(ahead.endings, each => ahead.most.get(data.components[each]));
    if (ahead.most.get(data.components[end]) === unbounded) {
      byId('told').textContent = 'messages can be sent without bound on the way to an end, so there is no dearest execution';
      return;
    }
    go([...path(), ...dearestWay(node, end)], 'an execution with the most messages to an end');
  });
  for (const { of, way, loop } of data.violations) {
    const made = button(`✗ ${of}`, () => {
      if (!way) {
        byId('told').textContent = `${of} is violated: no execution does what it asks for`;
        return;
      }
      const ahead = at > 0 && wayToViolation(walk(path())[at], of);
      const forEver = loop === undefined ? '' : `; from ${data.unit} ${loop} on it repeats for ever`;
      if (ahead) go([...path(), ...ahead], `the nearest violation of ${of}, ${away(ahead.length)}`);
      else go(way, `the nearest violation of ${of} from the beginning${forEver}`);
    }, `go to a violation of ${of}`);
    made.className = 'violation';
    byId('jumps').append(made);
  }
  if (data.violations.length === 0)
    byId('jumps').append(element('span', 'no execution of this instance violates a property'));

  const back = () => { if (at > 0) go(branches[branch].slice(0, at - 1)); };
  const forward = () => { if (at < branches[branch].length) go(branches[branch].slice(0, at + 1)); };
  const restart = () => { if (at > 0) go([]); };
  byId('back').addEventListener('click', back);
  byId('forward').addEventListener('click', forward);
  byId('restart').addEventListener('click', restart);
  document.addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const act = { ArrowLeft: back, Backspace: back, ArrowRight: forward, Home: restart }[event.key];
    const inScroll = event.target.closest?.('.scroll, #path') && event.key !== 'Backspace';
    if (act && !inScroll) { event.preventDefault(); act(); }
    const digit = /^[1-9]$/.test(event.key) ? +event.key : 0;
    if (digit > 0 && digit <= choices(walk(path())[at])) go([...path(), digit]);
  });

  function byAddress() {
    const asked = location.hash.slice(1).split('.').filter(Boolean).map(Number);
    if (!walk(asked)) {
      byId('told').textContent = `the address ${location.hash} names no execution of this instance`;
      return false;
    }
    remark = '';
    stand(asked);
    show();
    return true;
  }
  addEventListener('popstate', byAddress);
  byId('walk').hidden = false;
  byId('all').hidden = true;
  stand(data.start);
  at = data.at;
  const wrong = location.hash.length > 1 && !byAddress();
  if (location.hash.length <= 1 || wrong) {
    const told = wrong ? byId('told').textContent : '';
    if (!wrong && at > 0) history.replaceState(null, '', address(path()));
    remark = told;
    show();
  }
})();
