#include "journal/journal.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/pieces/told.hpp"
#include "scenario/scenario.hpp"

namespace conclave {
namespace {

constexpr int version = 1;  // of the lines

std::string name_of(const Ledger::Share& share) {
  return std::to_string(share.mine + 1) + "/" + std::to_string(share.all);
}

// What a text of a command is like, for errors.
std::string shown(const Json& text) {
  const std::string all = text.is_string() ? text.get<std::string>() : text.dump();
  return all.empty() ? "nothing" : "`" + all + "`";
}

}  // namespace

Journal::Journal(const std::string& path, const Json& command, std::optional<Share> share)
    : command_(command), path_(path), file_(std::make_unique<LineFile>(path)), share_(share) {
  std::optional<Share> before;
  if (file_->lines().empty()) {
    file_->add(Json{{"journal", version}, {"command", command}}.dump());
  } else {
    parts_ = read(file_->lines(), path, before);
  }
  if (before && (!share || before->mine != share->mine || before->all != share->all))
    throw LedgerError("the journal `" + path + "` is of --shard " + name_of(*before) +
                      (share ? ", not " + name_of(*share) : "") +
                      "; with that, the same command goes on, and `conclave merge` puts shards together");
  if (share && !before) file_->add(Json{{"share", {share->mine, share->all}}}.dump());
}

Journal::Journal(const std::vector<std::string>& paths) {
  std::optional<Share> first;
  for (const std::string& path : paths) {
    std::optional<Share> share;
    const std::vector<std::string> lines = LineFile::read(path);
    if (lines.empty())
      throw LedgerError("the journal `" + path + "` is empty; its run has found nothing yet");
    std::vector<Part> parts = read(lines, path, share);
    if (!share && paths.size() > 1)
      throw LedgerError("the journal `" + path + "` is of no shard, so that it is whole without the others");
    if (!share) {
      join(std::move(parts), path);
      continue;
    }
    if (!first) first = share;
    if (share->all != first->all)
      throw LedgerError("`" + paths.front() + "` is of --shard " + name_of(*first) + ", and `" + path +
                        "` of --shard " + name_of(*share) + ": the work was not dealt out alike");
    if (!present_.insert(share->mine).second)
      throw LedgerError("two of the journals are of --shard " + name_of(*share) + "; the second is `" + path +
                        "`");
    join(std::move(parts), path);
    shards_ = share->all;
  }
}

void Journal::read_head(const std::string& line, const std::string& path) {
  const Json head = Json::parse(line);
  if (head.at("journal") != version)
    throw LedgerError("the journal `" + path + "` was written by another version of conclave");
  const Json& command = head.at("command");
  if (command_.is_null()) command_ = command;
  const auto compare = [&](const Json& with, const auto& say) {
    for (const auto& [key, text] : with.items()) {
      const Json here = command_.value(key, Json(""));
      const Json there = command.value(key, Json(""));
      if (here != there) say(key, here, there);
    }
  };
  const auto differs = [&](const std::string& key, const Json& here, const Json& there) {
    throw LedgerError("the journal `" + path + "` is of another command: its " + key + " is " + shown(there) +
                      ", not " + shown(here) + "; name another file for this one");
  };
  compare(command_, differs);
  compare(command, differs);
}

// What one file has. The share is that of the file, if it is of one.
std::vector<Journal::Part> Journal::read(const std::vector<std::string>& lines, const std::string& path,
                                         std::optional<Share>& share) {
  std::vector<Part> parts;
  std::optional<std::size_t> latest;
  try {
    read_head(lines.front(), path);
    for (std::size_t i = 1; i < lines.size(); ++i) {
      Json line = Json::parse(lines[i]);
      if (line.contains("share")) {
        share = Share{line.at("share").at(0), line.at("share").at(1)};
      } else if (line.contains("part")) {
        latest = part_of(parts, line.at("part"));
      } else if (Part& of = parts.at(latest.value()); line.contains("divided")) {
        of.divided = std::move(line);
        of.dealt = share.has_value();
        of.entries.clear();
      } else if (line.contains("setback")) {
        of.setback = read_setback(line.at("setback"));
      } else {
        of.entries.push_back(lines[i]);
      }
    }
  } catch (const LedgerError&) {
    throw;
  } catch (const std::exception& error) {
    throw LedgerError("the journal `" + path + "` cannot be read: " + error.what());
  }
  latest_ = latest;
  return parts;
}

// Adds what another file has.
void Journal::join(std::vector<Part> parts, const std::string& path) {
  for (Part& part : parts) {
    part.dealt = false;  // nobody explores
    const bool is_new = std::ranges::find(parts_, part.key, &Part::key) == parts_.end();
    Part& of = parts_[part_of(parts_, part.key)];
    if (is_new) {
      of = std::move(part);
      continue;
    }
    // A run that ended before the work was dealt out knows nothing that the others do not.
    if (part.divided.is_null() && !of.divided.is_null()) continue;
    if (of.divided.is_null() && !part.divided.is_null()) {
      if (!part.setback) part.setback = std::move(of.setback);
      of = std::move(part);
      continue;
    }
    if (of.divided != part.divided)
      throw LedgerError("the journal `" + path +
                        "` does not belong to the others: its work was divided in another way");
    if (part.setback) of.setback = part.setback;
    // What was known before the work was dealt out, all of them have.
    const std::set<std::string> known(of.entries.begin(), of.entries.end());
    std::ranges::copy_if(part.entries, std::back_inserter(of.entries),
                         [&](const std::string& entry) { return !known.contains(entry); });
  }
}

std::size_t Journal::part_of(std::vector<Part>& parts, const Json& key) {
  const auto at = std::ranges::find(parts, key, &Part::key);
  if (at != parts.end()) return static_cast<std::size_t>(at - parts.begin());
  parts.emplace_back().key = key;
  return parts.size() - 1;
}

std::optional<Setback> Journal::begin(const Scenario& scenario) {
  now_ = part_of(parts_, key_of(scenario));
  processes_ = scenario.processes;
  return parts_[now_].setback;
}

Ledger::Known Journal::known(const Sum& none) {
  const Part& of = parts_[now_];
  Known known;
  try {
    known.dealt = of.dealt;
    if (!of.divided.is_null()) {
      known.divided = read_stretches(of.divided.at("divided"), none, processes_);
      known.manner = read_manner(of.divided.at("manner"));
    }
    for (const std::string& entry : of.entries)
      known.entries.push_back(read_entry(Json::parse(entry), none, processes_));
  } catch (const std::exception& error) {
    throw LedgerError("the journal `" + path_ + "` cannot be read: " + error.what());
  }
  return known;
}

void Journal::add(const Json& line) {
  if (latest_ != now_) file_->add(Json{{"part", parts_[now_].key}}.dump());
  latest_ = now_;
  file_->add(line.dump());
}

void Journal::give_up(const Setback& setback) {
  parts_[now_].setback = setback;
  if (file_) add({{"setback", to_json(setback)}});
}

void Journal::divide(const std::vector<Stretch>& all, const Manner& manner) {
  add({{"divided", to_json(all)}, {"manner", to_json(manner)}});
}

void Journal::note(const Entry& entry) { add(to_json(entry)); }

void Journal::copy_to(const std::string& path) const {
  LineFile file(path);
  if (!file.lines().empty())
    throw LedgerError("the journal `" + path + "` is there already; name a new file");
  file.add(Json{{"journal", version}, {"command", command_}}.dump());
  for (const Part& of : parts_) {
    file.add(Json{{"part", of.key}}.dump());
    if (!of.divided.is_null()) file.add(of.divided.dump());
    for (const std::string& entry : of.entries) file.add(entry);
    if (of.setback) file.add(Json{{"setback", to_json(*of.setback)}}.dump());
  }
}

std::string Journal::missing() const {
  std::vector<std::size_t> absent;
  for (std::size_t shard = 0; shard < shards_; ++shard) {
    if (!present_.contains(shard)) absent.push_back(shard + 1);
  }
  if (absent.empty()) return "";
  std::string text = absent.size() == 1 ? "shard " : "shards ";
  for (std::size_t i = 0; i < absent.size(); ++i)
    text += (i == 0 ? "" : i + 1 == absent.size() ? " and " : ", ") + std::to_string(absent[i]);
  return text + " of " + std::to_string(shards_) + (absent.size() == 1 ? " is missing" : " are missing");
}

}  // namespace conclave
