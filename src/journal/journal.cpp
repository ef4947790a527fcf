#include "journal/journal.hpp"

#include <algorithm>
#include <utility>

#include "journal/entries.hpp"
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
    read(file_->lines(), path, before);
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
    read(lines, path, share);
    if (!share && paths.size() > 1)
      throw LedgerError("the journal `" + path + "` is of no shard, so that it is whole without the others");
    if (!share) continue;
    if (!first) first = share;
    if (share->all != first->all)
      throw LedgerError("`" + paths.front() + "` is of --shard " + name_of(*first) + ", and `" + path +
                        "` of --shard " + name_of(*share) + ": the work was not dealt out alike");
    if (!present_.insert(share->mine).second)
      throw LedgerError("two of the journals are of --shard " + name_of(*share) + "; the second is `" + path +
                        "`");
    shards_ = share->all;
  }
}

void Journal::read(const std::vector<std::string>& lines, const std::string& path,
                   std::optional<Share>& share) {
  latest_.reset();
  try {
    const Json head = Json::parse(lines.front());
    if (head.at("journal") != version)
      throw LedgerError("the journal `" + path + "` was written by another version of conclave");
    const Json& command = head.at("command");
    if (command_.is_null()) command_ = command;
    for (const auto& [key, text] : command_.items()) {
      const Json there = command.value(key, Json(""));
      if (there != text)
        throw LedgerError("the journal `" + path + "` is of another command: its " + key + " is " +
                          shown(there) + ", not " + shown(text) + "; name another file for this one");
    }
    for (std::size_t i = 1; i < lines.size(); ++i) {
      Json line = Json::parse(lines[i]);
      if (line.contains("share")) {
        share = Share{line.at("share").at(0), line.at("share").at(1)};
      } else if (line.contains("part")) {
        latest_ = part(line.at("part"));
      } else if (Part& of = parts_.at(latest_.value()); line.contains("dealt")) {
        of.dealt = file_ != nullptr;  // Whoever puts files together deals nothing out.
        of.before_dealing = of.entries.size();
      } else if (line.contains("setback")) {
        of.setback = read_setback(line.at("setback"));
      } else if (of.texts.insert(lines[i]).second) {
        of.entries.push_back(std::move(line));
      }
    }
  } catch (const LedgerError&) {
    throw;
  } catch (const std::exception& error) {
    throw LedgerError("the journal `" + path + "` cannot be read: " + error.what());
  }
}

std::size_t Journal::part(const Json& key) {
  const auto at = std::ranges::find(parts_, key, &Part::key);
  if (at != parts_.end()) return static_cast<std::size_t>(at - parts_.begin());
  parts_.push_back({.key = key, .entries = {}, .setback = {}});
  return parts_.size() - 1;
}

std::optional<Setback> Journal::begin(const Scenario& scenario) {
  now_ = part(key_of(scenario));
  processes_ = scenario.processes;
  return parts_[now_].setback;
}

std::vector<Ledger::Entry> Journal::known(const Sum& none, bool after_dealing) {
  Part& of = parts_[now_];
  const std::size_t middle = of.dealt ? of.before_dealing : of.entries.size();
  std::vector<Entry> known;
  try {
    for (std::size_t i = after_dealing ? middle : 0; i < (after_dealing ? of.entries.size() : middle); ++i)
      known.push_back(read_entry(of.entries[i], none, processes_));
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

void Journal::deal() {
  Part& of = parts_[now_];
  of.dealt = true;
  of.before_dealing = of.entries.size();
  add({{"dealt", true}});
}

void Journal::note(const Entry& entry) { add(to_json(entry)); }

void Journal::copy_to(const std::string& path) const {
  LineFile file(path);
  if (!file.lines().empty())
    throw LedgerError("the journal `" + path + "` is there already; name a new file");
  file.add(Json{{"journal", version}, {"command", command_}}.dump());
  for (const Part& of : parts_) {
    file.add(Json{{"part", of.key}}.dump());
    for (const Json& entry : of.entries) file.add(entry.dump());
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
