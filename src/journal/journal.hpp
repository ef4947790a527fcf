// The folder journal: keeps what pieces of a check told in files, so that nothing is explored twice. A run
// that was killed goes on where it was, and what several runs found is put together.
//
// A journal is a LineFile (line_file.hpp). Its first line says of which command it is. After that come, for
// each scenario that the command explores, a line that names the scenario and lines of what its pieces told
// (entries.hpp). Nothing in it depends on who explored the pieces.
//
// This file: Journal, the ledger over one file, or over several that are put together.
#pragma once

#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/pieces/ledger.hpp"
#include "journal/line_file.hpp"
#include "program/json.hpp"

namespace conclave {

class Journal final : public Ledger {
 public:
  // Goes on with a file, or begins it. `command` is what would make the results others; it has only texts in
  // it. Throws LedgerError if the file is of another command, or of another share of the work.
  Journal(const std::string& path, const Json& command, std::optional<Share>);
  // Puts together what is in these files, and explores nothing. Throws LedgerError if they do not belong
  // together.
  explicit Journal(const std::vector<std::string>& paths);

  const Json& command() const { return command_; }
  // Writes all that is known to a new file, from which runs can go on.
  void copy_to(const std::string& path) const;
  // Which shards are missing, in words; empty if none is.
  std::string missing() const;

  std::optional<Setback> begin(const Scenario&) override;
  void give_up(const Setback&) override;
  std::optional<Share> share() const override { return share_; }
  bool explores() const override { return file_ != nullptr; }
  Known known(const Sum& none) override;
  void divide(const std::vector<Stretch>&, const Manner&) override;
  void note(const Entry&) override;

 private:
  // What is known of one scenario, explored in one way.
  struct Part {
    Json key;
    Json divided;                      // how work was divided before it was dealt out; null if it was not
    bool dealt = false;                // to the present share
    std::vector<std::string> entries;  // since then, as text
    std::optional<Setback> setback;
  };
  static std::size_t part_of(std::vector<Part>&, const Json& key);
  void read_head(const std::string& line, const std::string& path);
  std::vector<Part> read(const std::vector<std::string>& lines, const std::string& path,
                         std::optional<Share>&);
  void join(std::vector<Part>, const std::string& path);
  void add(const Json& line);

  Json command_;
  std::string path_;
  std::unique_ptr<LineFile> file_;  // null if nothing is explored
  std::optional<Share> share_;
  std::vector<Part> parts_;
  std::size_t now_ = 0;                // the scenario that is explored
  std::optional<std::size_t> latest_;  // the scenario that the file's last lines are of
  int processes_ = 0;
  std::size_t shards_ = 0;  // if several files are put together: of so many
  std::set<std::size_t> present_;
};

}  // namespace conclave
