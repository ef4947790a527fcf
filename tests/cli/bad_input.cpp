// Bad usage and bad input: status 2, one line on standard error that says what would be right, nothing on
// standard output, and no file left behind.
#include <doctest/doctest.h>
#include <unistd.h>

#include "cli/program.hpp"

namespace conclave::outside {
namespace {

struct Case {
  std::string arguments;
  std::string says;  // part of the line: what would be right
};

const std::vector<Case> cases{
    {"frobnicate",
     "there are list, check, merge, measure, compare, exercise, graph, explore, selfcheck, prove, learn, "
     "new, show, replay"},
    {"chekc chang-roberts", "did you mean `check`?"},
    {"--frobnicate",
     "there are list, check, merge, measure, compare, exercise, graph, explore, selfcheck, prove, learn, "
     "new, show, replay"},
    {"check", "--help"},
    {"check chang-robert", "did you mean `chang-roberts`?"},
    {"check zzzzzzzzzzzzzzz", "; the nearest of "},
    {"check chang-roberts:jaba", "did you mean `chang-roberts:java`?"},
    {"check chang-roberts:", "chang-roberts:java"},
    {"check chang-roberts surplus", "--help"},
    {"check chang-roberts --frobnicate", "--help"},
    {"check chang-roberts -x", "--help"},
    {"check chang-roberts --property uniqe-leader", "did you mean `unique-leader`?"},
    {"check chang-roberts --property assertions", "states no property `assertions`; there are unique-leader"},
    {"check chang-roberts --property", "--help"},
    {"check chang-roberts --network fofi", "did you mean `fifo`?"},
    {"check chang-roberts --network lifo1234", "there are fifo, bag, set"},
    {"check chang-roberts -n 0", "from 1 to 64, not `0`"},
    {"check chang-roberts -n 65", "from 1 to 64, not `65`"},
    {"check chang-roberts -n 99999999999999999999", "from 1 to 64"},
    {"check chang-roberts -n 3x", "from 1 to 64, not `3x`"},
    {"check chang-roberts -n 5..2", "-n 2..5"},
    {"check chang-roberts -n 2..", "from 1 to 64, not ``"},
    {"check chang-roberts -n ..3", "from 1 to 64, not ``"},
    {"check chang-roberts -n 2..3..4", "from 1 to 64, not `3..4`"},
    {"check chang-roberts --ids 3,1 -n 3", "one for each place"},
    {"check chang-roberts --ids 3,1,2 -n 2..3", "one for each place"},
    {"check chang-roberts --ids 3,1,2 -n 3..4", "one for each place"},
    {"check chang-roberts --ids 3,-1,1", "from 0 to 1000000, not `-1`"},
    {"check chang-roberts --ids 3,1000001", "from 0 to 1000000"},
    {"check chang-roberts --ids 1,,2", "from 0 to 1000000, not ``"},
    {"check chang-roberts --ids 1,2,", "from 0 to 1000000, not ``"},
    {"check chang-roberts --ids some", "all, equal, duplicates or a list"},
    {"check chang-roberts -n 4 --universe 3", "at least 4"},
    {"check chang-roberts -n 2..4 --universe 3", "at least 4"},
    {"check chang-roberts -n 3 --universe 0", "from 1 to 1000000"},
    {"check chang-roberts -n 3 --universe three", "from 1 to 1000000"},
    {"check chang-roberts --ids 3,1,9 --universe 5", "not in --universe 1..5"},
    {"check chang-roberts -n 3 --initiators 3", "from 0 to 2"},
    {"check chang-roberts -n 2..3 --initiators 2", "from 0 to 1"},
    {"check chang-roberts -n 3 --initiators 0,,1", "from 0 to 2"},
    {"check chang-roberts -n 3 --initiators nobody",
     "any, all, one, count:C for every choice of C processes, or a"},
    {"check chang-roberts --threads 0", "from 1 to 1024"},
    {"check chang-roberts --threads many", "from 1 to 1024"},
    {"check chang-roberts --memory 1", "at least 32M"},
    {"check chang-roberts --memory 8X", "such as 512M, 8G or 50%"},
    {"check chang-roberts --memory lots", "such as 512M, 8G or 50%"},
    {"check chang-roberts --memory nan", "such as 512M, 8G or 50%"},
    {"check chang-roberts --time -1", "above 0"},
    {"check chang-roberts --time 0", "above 0"},
    {"check chang-roberts --time nan", "above 0"},
    {"check chang-roberts --time inf", "above 0"},
    {"check chang-roberts --time 1s", "above 0"},
    {"check chang-roberts --reduction symetry", "did you mean `symmetry`?"},
    {"check chang-roberts --reduction none,symmetry",
     "--reduction none,symmetry: `none` stands alone; name either that, or some of "
     "symmetry,order,independence,draws"},
    {"check chang-roberts --reduction order,all", "`all` stands alone"},
    {"check chang-robberts", "did you mean `chang-roberts`? The nearest of "},
    {"check chang-robberts",
     " are chang-roberts, chang-roberts:java, chang-roberts:knows, chang-roberts:maxid, "},
    {"check chang-roberts --color sometimes", "auto, always or never"},
    {"check chang-roberts --json", "--help"},
    {"check chang-roberts --json /nowhere/result.json", "a folder that you may write to"},
    {"check chang-roberts --trace /nowhere/trace.json", "a folder that you may write to"},
    {"check chang-roberts --json a/b", "a folder that you may write to"},  // a is a file
    {"check chang-roberts --json folder", "`folder`: Is a directory"},
    {"check chang-roberts --trace folder", "`folder`: Is a directory"},
    {"check chang-roberts --json first.json --trace folder", "`folder`: Is a directory"},
    {"check chang-roberts --json - --trace -", "name another file for one of them"},
    {"check chang-roberts --json same --trace same", "name another file for one of them"},
    {"check chang-roberts -n 3 --json left.json --threads 0", "from 1 to 1024"},
    {"check chang-roberts -n 3 --json left.json --memory 0", "at least 32M"},
    {"check chang-roberts --fairness fair", "weak, strong or none, not `fair`"},
    {"check chang-roberts --fairness strogn", "did you mean `strong`?"},
    {"check chang-roberts --witness messages", "such as messages=max or time=min, not `messages`"},
    {"check chang-roberts --witness messages=mean", "such as messages=max or time=min"},
    {"check chang-roberts --witness =max", "has no cost ``"},
    {"check chang-roberts --witness elction=max", "did you mean `election`?"},
    {"check harmony-leader --witness election=max", "there are messages, message, deliveries, time"},
    {"check chang-roberts --witness messages=max --witness time=max", "--witness"},
    {"measure", "--help"},
    {"measure chang-robert", "did you mean `chang-roberts`?"},
    {"measure chang-roberts -n 0", "from 1 to 64, not `0`"},
    {"measure chang-roberts -n 5..2", "-n 2..5"},
    {"measure chang-roberts -n 2..65", "from 1 to 64, not `65`"},
    {"measure chang-roberts -n 1..3 --initiators 2", "from 0 to 0"},
    {"measure chang-roberts --initiators two",
     "any, all, one, count:C for every choice of C processes, or a list of places"},
    {"measure chang-roberts --cost", "--help"},
    {"measure chang-roberts --cost tiem", "did you mean `time`?"},
    {"measure chang-roberts --cost messages --cost zzzzzzzz", "there are messages, election, leader"},
    {"measure chang-roberts --witness time", "such as messages=max or time=min"},
    {"measure chang-roberts --fairness fair", "weak, strong or none"},
    {"measure chang-roberts --property max-id", "takes no `--property`"},
    {"-q check chang-roberts", "`-q` stands before `check`"},
    // Before any work: there is more of it than a test has time for.
    {"measure chang-roberts -n 12 --csv /nowhere/x", "a folder that you may write to"},
    {"measure chang-roberts -n 12 --svg folder", "`folder`: Is a directory"},
    {"measure chang-roberts -n 12 --json a/b --csv left.csv", "a folder that you may write to"},
    {"measure chang-roberts -n 12 --csv - --svg -", "cannot both go to standard output"},
    {"measure chang-roberts -n 12 --csv same --json same", "name another file for one of them"},
    {"measure chang-roberts -n 12 --json same --trace same", "name another file for one of them"},
    {"measure chang-roberts -n 12 --csv left.csv --time 0", "above 0"},
    {"graph", "--help"},
    {"graph chang-robert", "did you mean `chang-roberts`?"},
    {"graph chang-roberts --format svg", "there is no format `svg`; there are dot, aut"},
    {"graph chang-roberts --most 0", "from 1 to "},
    {"graph chang-roberts --most few", "--most takes whole numbers"},
    {"graph chang-roberts --most 5 --format aut", "the others have every configuration"},
    {"graph chang-roberts --networks --format aut", "--networks is for the format dot"},
    {"graph chang-roberts --reduction all", "it takes none or symmetry"},
    {"graph chang-roberts --reduction order", "it takes none or symmetry"},
    {"graph chang-roberts --property zzz", "states no property `zzz`"},
    {"graph chang-roberts -n 0", "from 1 to 64, not `0`"},
    {"graph chang-roberts -n 9 --out folder", "`folder`: Is a directory"},
    {"graph chang-roberts -n 9 --out /nowhere/x", "a folder that you may write to"},
    {"show a --format mermiad", "there is no format `mermiad`; did you mean `mermaid`?"},
    {"show", "--help"},
    {"show nowhere.json", "`nowhere.json`: No such file"},
    {"show folder", "is a folder, not a trace file"},
    {"show a --color sometimes", "auto, always or never"},
    {"replay", "--help"},
    {"replay nowhere.json", "`nowhere.json`: No such file"},
    {"replay folder", "is a folder, not a trace file"},
    {"replay a", "not JSON"},
    {"list surplus", "there is no model `surplus`"},
    {"list chang-roberts surplus", "--help"},
    {"check chang-roberts --loss -1", "from 0 to 250, not `-1`"},
    {"check chang-roberts --loss 251", "from 0 to 250"},
    {"check chang-roberts --loss 99999999999999999999", "from 0 to 250"},
    {"check chang-roberts --duplicate 1.5", "from 0 to 250"},
    {"check chang-roberts --duplicate many", "from 0 to 250"},
    {"check chang-roberts --crash 1,2", "from 0 to 250"},
    {"check chang-roberts --crash", "--help"},
    {"check chang-roberts --loss 1 --loss 2", "--loss"},
    {"check chang-roberts --network set --loss 1", "--network fifo or bag"},
    {"check chang-roberts --network set --crash 1", "--crash needs a network"},
    {"check harmony-leader --duplicate 1", "--duplicate needs a network"},
    {"check harmony-leader:non-atomic-send --network fifo --loss 1", "makes no sense"},
    {"measure harmony-leader:non-atomic-send --network bag --crash 1", "makes no sense"},
    {"check chang-roberts --network set --byzantine 1", "--byzantine needs a network"},
    {"check chang-roberts --byzantine-messages 1", "--byzantine-messages needs --byzantine"},
    {"check chang-roberts --byzantine 0 --byzantine-messages 1", "needs --byzantine"},
    {"check chang-roberts --byzantine 251", "from 0 to 250"},
    {"check chang-roberts --byzantine -1", "from 0 to 250"},
    {"check chang-roberts --byzantine 1 --byzantine-messages 251", "from 0 to 250"},
    {"check chang-roberts --byzantine some", "from 0 to 250"},
    {"check chang-roberts --byzantine", "--help"},
    {"check chang-roberts --byzantine 1 --byzantine-at 0", "--byzantine"},
    {"check chang-roberts -n 2..3 --byzantine-at 2", "from 0 to 1"},
    {"check lcr -n 2 --byzantine-at 0,,1", "from 0 to 1"},
    {"check lcr -n 2 --byzantine-at somewhere", "from 0 to 1"},
    {"check lcr -n 2 --byzantine-at -1", "from 0 to 1"},
    {"check harmony-leader:non-atomic-send --network fifo --byzantine 1", "--byzantine makes no sense"},
    {"check lamport-election --byzantine 1", "lamport-election does not say"},
    {"check lcr --recover 1", "--recover needs --crash"},
    {"check chang-roberts --late 1", "--late needs a model with mailboxes"},
    {"check chang-roberts --network rounds", "chang-roberts runs on fifo, bag or set"},
    {"measure chang-roberts --network rounds", "chang-roberts runs on fifo, bag or set"},
    {"check lcr --network fifo", "lcr is written for lock step: it needs --network rounds"},
    {"check bully --network bag", "bully is written for lock step"},
    {"check bully --network set", "bully is written for lock step"},
    {"measure lcr --network bag", "it needs --network rounds"},
    {"check lcr --network ronds", "did you mean `rounds`?"},
    {"check lcr --duplicate 1", "a message arrives in its round or not at all"},
    {"check bully --duplicate 1", "a message arrives in its round or not at all"},
    {"check lcr --late 1", "--late needs a model with mailboxes, such as bully"},
    {"check bully --late 251", "from 0 to 250"},
    {"check lcr --recover 1", "--recover needs --crash"},
    {"check bully --recover 1 --loss 1", "--recover needs --crash"},
    {"check lcr --byzantine 1 --byzantine-messages 1", "one message or none through each port in each round"},
    {"check lcr --byzantine-messages 1", "--byzantine-messages needs --byzantine"},
    {"check lcr -n 3 --initiators 0", "everyone takes part from the first round; the right ones are all"},
    {"check lcr -n 3 --initiators one", "everyone takes part from the first round"},
    {"check flood-max -n 3 --initiators 0,1,2", "everyone takes part from the first round"},
    {"measure time-slice --initiators one", "everyone takes part from the first round"},
    {"check bully -n 3 --initiators 3", "from 0 to 2"},
    {"check bully --ids duplicates", "needs distinct ones"},
    {"check bully --set timeout=soon", "--set timeout takes a whole number, not `soon`"},
    {"check bully --set timeout=actual", "a whole number, not `actual`"},
    {"check bully --set timeout=0", "timeout has to be at least 1, not 0"},
    {"check bully --set timeout=-1", "timeout has to be at least 1, not -1"},
    {"check bully --set timeout=99999999999", "a whole number"},
    {"check bully --set ids=static_", "static or live, not `static_`"},
    {"check bully --set crashes=sometimes", "anywhere or between, not `sometimes`"},
    {"check bully:as-printed --set timeout=2", "bully:as-printed has no parameter `timeout`"},
    {"check time-slice --set assumed-n=0", "assumed-n has to be at least 1, not 0"},
    {"check time-slice --set assumed-n=-3", "assumed-n has to be at least 1, not -3"},
    {"check time-slice --set assumed-n=", "a whole number or actual, not ``"},
    {"check time-slice --set assumed-n=real", "a whole number or actual, not `real`"},
    {"check time-slice --set assumed-n=2.5", "a whole number or actual"},
    {"check time-slice --set assumed_n=2", "did you mean `assumed-n`?"},
    {"check flood-max --set bound=-1", "bound has to be at least 0, not -1"},
    {"check flood-max --set bound=2147483648", "a whole number or actual"},
    {"measure flood-max --set bound=-1", "bound has to be at least 0, not -1"},
    {"check variable-speeds -n 2 --ids 21,1", "up to 20"},
    {"check flood-max -n 5 --reduction none", "goes up to 4 processes, not 5"},
    {"check flood-max -n 6", "goes up to 5 processes, not 6"},
    {"check flood-max -n 3 --topology graph6:&B?_", "not connected"},
    {"check lcr -n 3 --topology complete", "lcr needs a ring; `complete` is none"},
    {"check bully -n 4 --topology ring", "bully needs a complete network; `ring` is none"},
    {"check lcr -n 2 --witness rounds=max", "there are messages, message, deliveries, time"},
    {"check complete-network --set", "--help"},
    {"check complete-network --set direction", "NAME=VALUE, not `direction`"},
    {"check complete-network --set =up", "NAME=VALUE"},
    {"check complete-network --set direction=", "down or up, not ``"},
    {"check complete-network --set direction=left", "down or up, not `left`"},
    {"check complete-network --set direction=up=down", "down or up"},
    {"check complete-network --set directoin=up", "did you mean `direction`?"},
    {"check complete-network --set direction=up --set direction=up", "twice"},
    {"check chang-roberts --set direction=up", "it has none"},
    {"measure chang-roberts --set direction=up", "it has none"},
    {"check spanning-tree -n 2 --initiators 1", "only the root, place 0"},
    {"check spanning-tree -n 3 --initiators 1,2", "only the root, place 0"},
    {"check spanning-tree -n 3 --topology", "--help"},
    {"check spanning-tree -n 3 --topology strongly-connected", "needs channels that go both ways"},
    {"check chang-roberts --topology star", "chang-roberts needs a ring; `star` is none"},
    {"check hirschberg-sinclair --topology graph6:Bw", "needs a ring"},
    {"check lamport-election -n 3 --topology line", "needs a complete network"},
    {"check lamport-election -n 3 --topology connected", "is not always one"},
    {"check convergecast -n 3 --topology complete", "needs a tree"},
    {"check spanning-tree -n 9", "goes up to 8 processes"},
    {"check convergecast -n 15", "goes up to 14 processes"},
    {"check lamport-election -n 15", "there is room for"},
    {"check chang-roberts --topology rign", "did you mean `ring`?"},
    {"check spanning-tree --topology nowhere.g6", "`nowhere.g6`: No such file"},
    {"check spanning-tree --topology nowhere", "there are ring, complete, line, star"},
    {"check spanning-tree --topology folder", "is a folder, not a file of graphs"},
    {"check spanning-tree --topology graph6:", "graph6 is empty"},
    {"check spanning-tree --topology graph6:B", "has 2 characters, not 1"},
    {"check spanning-tree --topology graph6:Bww", "has 2 characters, not 3"},
    {"check spanning-tree --topology graph6:B?", "not connected; every process has to reach every other"},
    {"check spanning-tree --topology graph6:1", "is no character of graph6"},
    {"check spanning-tree --topology graph6:&B", "has 4 characters, not 2"},
    {"check spanning-tree --topology graph6:~?@@", "at most 64"},
    {"check spanning-tree --topology graph6:Bw -n 4", "there are of 3"},
    {"check spanning-tree --topology graph6:Bw -n 1..2", "no graph of 1 to 2 processes"},
    {"check spanning-tree --topology graph6:Bw --ids 1,2", "has no graph of 2 processes; there are of 3"},
    {"check spanning-tree --topology graph6:Bw --universe 2", "at least 3"},
    {"check spanning-tree --topology graph6:Bw --initiators 3", "from 0 to 2"},
};

// Files for --topology, and what is said of them after their name.
const std::vector<Case> graphs{
    {"", "no graph in it"},
    {"\n# nothing\n", "no graph in it"},
    {"0 1\n2 3\n", "not connected: no way from process 0 to process 2"},
    {"0->1\n1->2\n", "not connected"},
    {"Bw\nB?\n", ":2: not connected"},
    {"0 1\n1 1\n", ":2: an edge from process 1 to itself"},
    {"0 1\n1 0\n", ":2: the channel from process 1 to 0 is there already"},
    {"1 2\n2 3\n", "no edge has process 0"},
    {"0 64\n", ":1: process 64; at most 64 processes"},
    {"0 99999999999999999999999\n", "at most 64 processes"},
    {"0 1 2\n", ":1: not an edge"},
    {"0,1\n", ":1: not an edge"},
    {"0\n", ":1: not an edge"},
    {"0 1\nBw\n", ":2: not an edge"},
    {"Bw\n0 1\n", ":2: `0` is no character of graph6"},
    {"strict graph {\n}\n", "is no character of graph6"},
    {":Bf\n", "sparse6 is not read"},
    {"Bw\nB\n", ":2: graph6 of 3 processes has 2 characters, not 1"},
    {std::string("Bw\n\0\n", 5), ":2: byte 0 is not plain text"},
    {"\xff\xfe\x00", ":1: byte 255 is not plain text"},
    {"\033[2J\n", "is not plain text"},
    {std::string(100'000, 'B'), "too long to be a graph"},
};

}  // namespace

TEST_SUITE_BEGIN("cli");

TEST_CASE("bad usage and bad input") {
  const Folder folder;
  std::filesystem::create_directory(folder.path() / "folder");
  write_file(folder.file("a"), "text");
  const Words before = folder.names();
  for (const auto& [arguments, says] : cases) {
    CAPTURE(arguments);
    const Ran ran = conclave(split(arguments, ' '), folder);
    CAPTURE(ran.err);
    CHECK(ran.status == 2);
    CHECK(ran.out == "");
    CHECK(is_one_line(ran.err));
    CHECK(ran.err.starts_with("conclave: "));
    CHECK(ran.err.find(says) != std::string::npos);
    CHECK(folder.names() == before);
  }
  CHECK(read_file(folder.file("a")) == "text");
}

TEST_CASE("a bad file of graphs is named with its line, and says nothing of names") {
  const Folder folder;
  for (const auto& [content, says] : graphs) {
    CAPTURE(content.substr(0, 100));
    write_file(folder.file("tree3"), content);  // nearly a name
    const Ran ran = conclave({"check", "spanning-tree", "--topology", "tree3", "--json", "j"}, folder);
    CAPTURE(ran.err);
    CHECK(ran.status == 2);
    CHECK(ran.out == "");
    CHECK(is_one_line(ran.err));
    CHECK(ran.err.starts_with("conclave: --topology: tree3:"));
    CHECK(ran.err.find(says) != std::string::npos);
    CHECK(ran.err.find("did you mean") == std::string::npos);
    CHECK(ran.err.find("strongly-connected") == std::string::npos);
    CHECK(folder.names().size() == 1);
  }
}

TEST_CASE("an empty word is no model, number or file") {
  const Folder folder;
  const std::vector<Words> lines{{""},
                                 {"check", ""},
                                 {"show", ""},
                                 {"replay", ""},
                                 {"check", "chang-roberts", "--property", ""},
                                 {"check", "complete-network", "--set", ""},
                                 {"check", "spanning-tree", "--topology", "no\nwhere"},
                                 {"check", "spanning-tree", "--topology", "graph6:\n"},
                                 {"check", "chang-roberts\nsecond line"},
                                 {"check", "chang-roberts", "-n", "3\n4"},
                                 {"check", "chang-roberts", "--json", "no\nwhere/x"},
                                 {"show", "no\nwhere"}};
  for (const auto& line : lines) {
    CAPTURE(line.back());
    const Ran ran = conclave(line, folder);
    CHECK(ran.status == 2);
    CHECK(ran.out == "");
    CHECK_MESSAGE(is_one_line(ran.err), ran.err);
  }
  CHECK(folder.names().empty());
}

TEST_CASE("a file that takes nothing: the words are there, the status says that the file is not") {
  // Only the write itself can find out. The result of what may have been hours is still told.
  const Folder folder;
  for (const std::string option : {"--json", "--trace"}) {
    const Ran ran = conclave({"check", "chang-roberts", "--ids", "3,1,3", option, "/dev/full"}, folder);
    CHECK(ran.status == 2);
    CHECK(ran.out.find("VIOLATED") != std::string::npos);
    CHECK(is_one_line(ran.err));
    CHECK(ran.err.find("`/dev/full`: No space left") != std::string::npos);
  }
  for (const std::string command :
       {"check chang-roberts -n 2", "list", "check chang-roberts -n 2 --json -"}) {
    CAPTURE(command);
    const Ran ran = shell("./conclave " + command + " > /dev/full", folder);
    CHECK(ran.status == 2);
    CHECK(ran.err.find("standard output") != std::string::npos);
  }
  CHECK(folder.names().empty());
}

TEST_CASE("a file that may not be written stays as it is") {
  if (geteuid() == 0) return;  // root may write everything
  const Folder folder;
  write_file(folder.file("kept.json"), "kept");
  std::filesystem::permissions(folder.path() / "kept.json", std::filesystem::perms::owner_read);
  const Ran ran = conclave({"check", "chang-roberts", "-n", "2", "--json", "kept.json"}, folder);
  CHECK(ran.status == 2);
  CHECK(is_one_line(ran.err));
  CHECK(read_file(folder.file("kept.json")) == "kept");
}

TEST_CASE("results replace an old file only when they are whole") {
  const Folder folder;
  write_file(folder.file("result.json"), "old");
  CHECK(conclave({"check", "chang-roberts", "-n", "0", "--json", "result.json"}, folder).status == 2);
  CHECK(read_file(folder.file("result.json")) == "old");
  CHECK(conclave({"check", "chang-roberts", "-n", "2", "--json", "result.json"}, folder).status == 0);
  CHECK(read_file(folder.file("result.json")).starts_with("{"));
  // Nothing is violated, so there is no trace, and an old one of another run would mislead nobody less.
  CHECK(conclave({"check", "chang-roberts", "-n", "2", "--trace", "trace.json"}, folder).status == 0);
  CHECK(folder.names() == Words{"result.json"});
}

TEST_SUITE_END();

}  // namespace conclave::outside
