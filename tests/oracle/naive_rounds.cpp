#include "oracle/naive_rounds.hpp"

#include <algorithm>

namespace conclave::naive {
namespace {

using Kind = RoundEvent::Kind;

// Every way to pick at most so many.
std::vector<std::set<int>> subsets(const std::set<int>& from, std::size_t most) {
  std::vector<std::set<int>> all{{}};
  for (const int item : from) {
    for (std::size_t i = all.size(); i-- > 0;) {
      if (all[i].size() == most) continue;
      all.push_back(all[i]);
      all.back().insert(item);
    }
  }
  return all;
}

std::size_t left(int most, int used) { return static_cast<std::size_t>(most - used); }

}  // namespace

// A message of this round.
struct Rounds::Post {
  Mailbox channel;
  int to;
  int in;  // port
  Encoded message;
  bool forged = false;
  enum class Fate { on_time, lost, late } fate = Fate::on_time;
};

struct Rounds::Draft {
  const Configuration* before;
  std::set<int> crashing;
  std::set<int> recovering;
  std::set<int> starting;  // though they need not
  std::map<int, std::shared_ptr<const Outcome>> outcomes;
  std::map<int, Found> found;  // by process that has an outcome
  std::vector<Post> posts;     // those that go out
  std::vector<Event> events;

  Draft with(Event event) const {
    Draft draft = *this;
    draft.events.push_back(std::move(event));
    return draft;
  }
  Draft with(Kind kind, const Post& post) const {
    return with({kind, post.channel.first, post.channel, post.message, {}});
  }
  Draft with(int process, const Outcome& outcome) const {
    Draft draft = *this;
    draft.outcomes[process] = std::make_shared<const Outcome>(outcome);
    if (!outcome.choices.empty()) draft.events.push_back({Kind::choose, process, {}, {}, outcome.choices});
    return draft;
  }
};

std::vector<Transition> Rounds::transitions(const Configuration& c) const {
  Drafts drafts = plans(c);
  const auto each = [&](const auto& phase) {
    Drafts next;
    for (Draft& draft : drafts) phase(std::move(draft), next);
    if (next.size() > most_drafts) throw TooMuch{};
    drafts = std::move(next);
  };
  for (int i = 0; i < processes(); ++i) each([&](Draft draft, Drafts& next) { send(draft, i, next); });
  for (const Edge& edge : edges()) each([&](Draft draft, Drafts& next) { forge(draft, edge, next); });
  std::size_t posts = 0;
  for (const Draft& draft : drafts) posts = std::max(posts, draft.posts.size());
  for (std::size_t post = 0; post < posts; ++post)
    each([&](Draft draft, Drafts& next) { arrive(draft, post, next); });
  for (int i = 0; i < processes() && exchanges(); ++i)
    each([&](Draft draft, Drafts& next) { take(draft, i, next); });

  // What differs only in which of equal messages it happens to is one.
  std::map<std::vector<Event>, Transition> rounds;
  for (const Draft& draft : drafts) {
    Transition t = end(draft);
    rounds.try_emplace(t.events, std::move(t));
  }
  const bool at_rest = std::ranges::all_of(rounds, [&](const auto& entry) {
    const Transition& t = entry.second;
    return !t.owed || (t.target == c && t.costs[0] == 0);
  });
  std::vector<Transition> all;
  for (auto& [events, t] : rounds) {
    if (!at_rest || !t.owed) all.push_back(std::move(t));
  }
  return all;
}

bool Rounds::halted(const Configuration& c, int process) const { return facts(c, process).halted; }

Rounds::Drafts Rounds::plans(const Configuration& c) const {
  std::set<int> alive;
  std::set<int> crashed;
  std::set<int> sleepers;
  for (int i = 0; i < processes(); ++i) {
    if (byzantine().contains(i)) continue;
    (c.gone.contains(i) ? crashed : alive).insert(i);
    if (scenario().initiators.kind != Initiators::Kind::any || c.gone.contains(i)) continue;
    if (facts(c, i).asleep && !c.now.contains(i) && !halted(c, i)) sleepers.insert(i);
  }
  const Faults& most = scenario().faults;
  Drafts plans;
  for (const auto& crashing : subsets(alive, left(most.crash, c.used.crash))) {
    for (const auto& recovering : subsets(crashed, left(most.recover, c.used.recover))) {
      for (const auto& starting : subsets(sleepers, sleepers.size())) {
        Draft plan{&c, crashing, recovering, starting, {}, {}, {}, {}};
        for (const int i : crashing) plan = plan.with({Kind::crash, i, {}, {}, {}});
        for (const int i : recovering) plan = plan.with({Kind::recover, i, {}, {}, {}});
        for (const int i : starting) plan = plan.with({Kind::start, i, {}, {}, {}});
        // To start and not to run is not to start.
        const auto really = [&](int i) { return runs(plan, i); };
        if (std::ranges::all_of(starting, really)) plans.push_back(plan);
      }
    }
  }
  return plans;
}

// Does it do anything of its own in this round?
bool Rounds::runs(const Draft& draft, int i) const {
  const Configuration& c = *draft.before;
  if (c.gone.contains(i) || halted(c, i)) return false;
  if (draft.crashing.contains(i) && program().crashes_between_rounds(scenario().parameters)) return false;
  if (!facts(c, i).asleep || c.now.contains(i) || draft.starting.contains(i)) return true;
  return scenario().initiators.kind != Initiators::Kind::any && may_start(i);
}

Findings Rounds::findings(const Configuration& c, int process) const {
  Findings findings;
  if (const auto at = c.now.find(process); at != c.now.end()) findings.mailbox = at->second;
  for (const int i : c.gone) {
    if (has(scenario().model->knows, Knowledge::crashes) && !byzantine().contains(i))
      findings.crashed.push_back(id(i));
  }
  return findings;
}

void Rounds::send(Draft& draft, int i, Drafts& next) const {
  if (!runs(draft, i)) {
    next.push_back(std::move(draft));
    return;
  }
  const Configuration& c = *draft.before;
  std::vector<Post> posts;
  if (exchanges()) {
    for (const Edge& edge : edges()) {
      if (edge.from != i) continue;
      const auto message = program().message(around(i), local(c, i), given_port(edge.out));
      if (message) posts.push_back({{i, edge.out}, receiver(c, edge), edge.in, *message});
    }
    go_out(draft, posts, next);
    return;
  }
  const Findings all = findings(c, i);
  Drafts runs;
  choose(draft, i, {all.mailbox.begin(), all.mailbox.end()}, program().round(around(i), local(c, i), all),
         runs);
  for (Draft& run : runs) {
    posts.clear();
    for (const Sending& sending : run.outcomes.at(i)->sendings) {
      const Edge edge = channel(i, sending);
      posts.push_back({{i, sending.to}, receiver(c, edge), edge.in, sending.message});
    }
    go_out(run, posts, next);
  }
}

Checker::Edge Rounds::channel(int sender, const Sending& sending) const {
  return *std::ranges::find_if(edges(), [&](const Edge& edge) {
    return edge.from == sender && sending.to == (sending.by_identifier ? id(edge.to).value() : edge.out);
  });
}

// A ring that heals closes over who has crashed, but not over who is Byzantine.
int Rounds::receiver(const Configuration& c, const Edge& edge) const {
  int to = edge.to;
  while (scenario().model->about.heals && c.gone.contains(to) && !byzantine().contains(to))
    to = (to + 1) % processes();
  return to;
}

// Of who crashes, any part of it.
void Rounds::go_out(Draft& draft, std::span<const Post> posts, Drafts& next) const {
  if (posts.empty()) {
    next.push_back(std::move(draft));
    return;
  }
  const Post& post = posts.front();
  if (draft.crashing.contains(post.channel.first)) {
    Draft withheld = draft.with(Kind::withhold, post);
    go_out(withheld, posts.subspan(1), next);
  }
  draft.posts.push_back(post);
  go_out(draft, posts.subspan(1), next);
}

void Rounds::forge(Draft& draft, const Edge& edge, Drafts& next) const {
  if (byzantine().contains(edge.from)) {
    const bool by_identifier = scenario().model->addressing == Addressing::by_identifier;
    const Mailbox channel{edge.from, by_identifier ? id(edge.to).value() : edge.out};
    for (const Encoded& message : alphabet()) {
      const Post post{channel, receiver(*draft.before, edge), edge.in, message, true};
      next.push_back(draft.with(Kind::forge, post));
      next.back().posts.push_back(post);
    }
  }
  next.push_back(std::move(draft));
}

void Rounds::arrive(Draft& draft, std::size_t which, Drafts& next) const {
  const Configuration& c = *draft.before;
  const auto meets = [&](const Post& post, Kind kind, Post::Fate fate, int used, int most) {
    if (used + std::ranges::count(draft.posts, fate, &Post::fate) == most) return;
    next.push_back(draft.with(kind, post));
    next.back().posts[which].fate = fate;
  };
  if (which < draft.posts.size()) {
    const Post& post = draft.posts[which];
    if (!post.forged && !c.gone.contains(post.to) && !draft.crashing.contains(post.to)) {
      meets(post, Kind::lose, Post::Fate::lost, c.used.loss, scenario().faults.loss);
      meets(post, Kind::delay, Post::Fate::late, c.used.late, scenario().faults.late);
    }
  }
  next.push_back(std::move(draft));
}

void Rounds::take(Draft& draft, int i, Drafts& next) const {
  const Configuration& c = *draft.before;
  if (c.gone.contains(i) || halted(c, i) || draft.crashing.contains(i)) {
    next.push_back(std::move(draft));
    return;
  }
  std::vector<std::optional<Encoded>> incoming(static_cast<std::size_t>(around(i).in_ports));
  for (const Post& post : draft.posts) {
    if (post.to == i && post.fate == Post::Fate::on_time)
      incoming.at(static_cast<std::size_t>(post.in)) = post.message;
  }
  choose(draft, i, incoming, program().transition(around(i), local(c, i), incoming, findings(c, i)), next);
}

// Every outcome that the process may have; where processes choose alike, only what those before it that are
// in the same situation have chosen.
void Rounds::choose(const Draft& draft, int i, const Found& found, const std::vector<Outcome>& outcomes,
                    Drafts& next) const {
  const Configuration& c = *draft.before;
  const auto is_like = [&](int other) {
    return local(c, other) == local(c, i) && draft.found.at(other) == found && !(around(other) < around(i)) &&
           !(around(i) < around(other));
  };
  for (const Outcome& outcome : outcomes) {
    const bool may = std::ranges::none_of(draft.outcomes, [&](const auto& entry) {
      return scenario().model->chooses_alike && is_like(entry.first) &&
             entry.second->choices != outcome.choices;
    });
    if (!may) continue;
    next.push_back(draft.with(i, outcome));
    next.back().found[i] = found;
  }
}

Transition Rounds::end(const Draft& draft) const {
  const Configuration& c = *draft.before;
  Transition t;
  t.action = {Step::Kind::round, 0, {}, {}};
  t.events = draft.events;
  std::ranges::sort(t.events);
  t.decided = t.events;
  for (Event& event : t.decided) {
    if (event.kind == Kind::choose) event.choices = without_tosses(*draft.outcomes.at(event.process));
  }
  t.owed = std::ranges::all_of(t.events, [](const Event& event) { return event.kind == Kind::choose; });
  t.costs.assign(program().message_kinds().size() + 3, 0);
  std::int64_t& deliveries = t.costs[t.costs.size() - 2];
  t.costs.back() = 1;

  Configuration& after = t.target;
  after = c;
  after.now.clear();
  after.later.clear();
  for (int i = 0; i < processes(); ++i) {
    Pile& pile = after.now[i];
    if (const auto at = c.now.find(i); at != c.now.end()) pile = at->second;
    if (const auto at = draft.outcomes.find(i); at != draft.outcomes.end()) {
      after.locals[static_cast<std::size_t>(i)] = at->second->state;
      pile = at->second->unread;
      deliveries += static_cast<std::int64_t>(at->second->received.size());
      // Who crashes fails no assertion: it did not get there.
      if (!draft.crashing.contains(i)) t.broken = t.broken | broken_by(*at->second);
    }
    if (const auto at = c.later.find(i); at != c.later.end())
      pile.insert(pile.end(), at->second.begin(), at->second.end());
  }
  for (const int i : draft.crashing) {
    after.gone.insert(i);
    after.locals[static_cast<std::size_t>(i)] = left_by_crash(c, i);
  }
  for (const Post& post : draft.posts) {
    if (!post.forged) {
      ++t.costs[0];
      ++t.costs[1 + program().kind_of(post.message)];
    }
    if (after.gone.contains(post.to) || post.fate == Post::Fate::lost) continue;
    const bool late = post.fate == Post::Fate::late;
    if (!late && halted(exchanges() ? c : after, post.to)) t.broken.add(PropertyId::no_stray_message);
    if (exchanges())
      deliveries += draft.outcomes.contains(post.to) ? 1 : 0;
    else
      (late ? after.later : after.now)[post.to].push_back(post.message);
  }
  for (const int i : draft.recovering) {
    after.gone.erase(i);
    Encoded& local = after.locals[static_cast<std::size_t>(i)];
    if (local.empty()) local = program().initial(around(i));
  }
  for (int i = 0; i < processes(); ++i) {
    const bool lives = !after.gone.contains(i);
    if (lives && !c.gone.contains(i) && revokes(facts(c, i), facts(after, i)))
      t.broken.add(PropertyId::irrevocable);
    for (auto* piles : {&after.now, &after.later}) {
      if (!lives || halted(after, i)) piles->erase(i);
    }
  }
  for (auto* piles : {&after.now, &after.later}) {
    std::erase_if(*piles, [](const auto& entry) { return entry.second.empty(); });
    for (auto& [process, pile] : *piles) std::ranges::sort(pile);
  }
  after.used.crash += static_cast<int>(draft.crashing.size());
  after.used.recover += static_cast<int>(draft.recovering.size());
  for (const Event& event : t.events) {
    after.used.loss += event.kind == Kind::lose ? 1 : 0;
    after.used.late += event.kind == Kind::delay ? 1 : 0;
  }
  return t;
}

std::vector<Checker::Flight> Rounds::in_flight(const Configuration& c) const {
  std::vector<Flight> flights;
  for (const auto* piles : {&c.now, &c.later}) {
    for (const auto& [process, pile] : *piles) {
      for (const Encoded& message : pile) flights.push_back({-1, process, {}, message});
    }
  }
  return flights;
}

}  // namespace conclave::naive
