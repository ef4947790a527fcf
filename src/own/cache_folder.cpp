#include "own/cache_folder.hpp"

#include <fmt/format.h>
#include <link.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>

namespace conclave {
namespace {

constexpr ElfW(Word) rounded(ElfW(Word) size) { return (size + 3) & ~ElfW(Word){3}; }

// The program itself comes first of all loaded objects. Its notes stand one after the other: sizes, name,
// content.
int look_for_note(dl_phdr_info* object, std::size_t, void* found) {
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& header = object->dlpi_phdr[i];
    if (header.p_type != PT_NOTE) continue;
    const auto* at = reinterpret_cast<const unsigned char*>(object->dlpi_addr + header.p_vaddr);
    const auto* const end = at + header.p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      ElfW(Nhdr) note;
      std::memcpy(&note, at, sizeof note);
      const auto* const name = at + sizeof note;
      const auto* const content = name + rounded(note.n_namesz);
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0) {
        for (ElfW(Word) k = 0; k < note.n_descsz; ++k)
          *static_cast<std::string*>(found) += fmt::format("{:02x}", content[k]);
        return 1;
      }
      at = content + rounded(note.n_descsz);
    }
  }
  return 1;
}

}  // namespace

std::filesystem::path cache_folder(std::string_view of) {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  std::filesystem::path folder;
  if (cache != nullptr && *cache == '/')
    folder = cache;
  else if (home != nullptr && *home == '/')
    folder = std::filesystem::path(home) / ".cache";
  std::string build;
  dl_iterate_phdr(look_for_note, &build);
  return folder.empty() || build.empty() ? std::filesystem::path() : folder / "conclave" / of / build;
}

}  // namespace conclave
