// conclave_pages FOLDER: writes the man page and the completions there, as they are called where they are
// installed.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "pages/command.hpp"

int main(int argc, char** argv) {
  using namespace conclave;
  namespace fs = std::filesystem;
  if (argc != 2) {
    std::fputs("usage: conclave_pages FOLDER\n", stderr);
    return 2;
  }
  const fs::path folder = argv[1];
  const Commands all = commands_of(CommandTable());
  const auto write = [&](const fs::path& path, const std::string& text) {
    fs::create_directories((folder / path).parent_path());
    return (std::ofstream(folder / path) << text).flush().good();
  };
  const bool written = write("man/man1/conclave.1", man_page(all)) &&
                       write("bash-completion/completions/conclave", bash_completion(all)) &&
                       write("zsh/site-functions/_conclave", zsh_completion(all)) &&
                       write("fish/vendor_completions.d/conclave.fish", fish_completion(all));
  if (!written) std::fprintf(stderr, "conclave_pages: cannot write to %s\n", argv[1]);
  return written ? 0 : 1;
}
