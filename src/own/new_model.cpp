#include "own/new_model.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <functional>
#include <iterator>
#include <regex>
#include <set>
#include <stdexcept>

#include "own/kit.hpp"

namespace conclave {
namespace {

// These are the letters and digits that a name may have whatever the language of the machine is.
bool is_small(char c) { return c >= 'a' && c <= 'z'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_of_word(char c) { return is_small(c) || is_capital(c) || is_digit(c) || c == '_'; }

std::string camel_case(std::string_view dashed) {
  std::string type;
  bool begins = true;
  for (const char c : dashed) {
    if (c != '-') type += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins = c == '-';
  }
  return type;
}

// What is nearest to a name in what was typed: "My Ring!" is nearly "my-ring".
std::string nearest_name(const std::string& typed) {
  std::string name;
  for (std::size_t i = 0; i < typed.size(); ++i) {
    const char c = typed[i];
    const bool is_first_capital = is_capital(c) && i > 0 && !is_capital(typed[i - 1]);
    if ((is_first_capital || !is_of_word(c) || c == '_') && !name.empty() && !name.ends_with('-'))
      name += '-';
    if (is_capital(c) || is_small(c) || (is_digit(c) && !name.empty()))
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (name.ends_with('-')) name.pop_back();
  return name.empty() ? "my-ring" : name;
}

// What a model's name stands behind. Elsewhere, a property may be called like the algorithm.
bool names_model(std::string_view before) {
  const std::size_t last = before.find_last_not_of(" \n");
  before = before.substr(0, last == std::string_view::npos ? 0 : last + 1);
  return before.ends_with(".name =") || before.ends_with(".variant(");
}
bool mentions_model(std::string_view before) {
  return names_model(before) || before.ends_with(".remembers = ");
}

// Goes through a C++ source: what is neither a comment nor a text is given to `code` word by word, and the
// inside of a text that is a model's name to `name`; both return what is to stand there.
std::string translated(const std::string& source, const std::function<std::string(std::string)>& code,
                       const std::function<std::string(std::string)>& name) {
  std::string result;
  for (std::size_t at = 0; at < source.size();) {
    const std::size_t begin = at;
    if (source.compare(at, 2, "//") == 0) {
      at = std::min(source.find('\n', at), source.size());
      result.append(source, begin, at - begin);
    } else if (source[at] == '"') {
      for (++at; at < source.size() && source[at] != '"'; ++at) at += source[at] == '\\' ? 1 : 0;
      const std::string inside = source.substr(begin + 1, at - begin - 1);
      result += '"' + (mentions_model(result) ? name(inside) : inside) + '"';
      ++at;
    } else if (is_of_word(source[at])) {
      while (at < source.size() && is_of_word(source[at])) ++at;
      result += code(source.substr(begin, at - begin));
    } else {
      result += source[at++];
    }
  }
  return result;
}

std::set<std::string> words_of(const std::string& source) {
  std::set<std::string> words;
  const auto note = [&](std::string word) { return *words.insert(std::move(word)).first; };
  translated(source, note, [](std::string text) { return text; });
  return words;
}

// What a model can see under a name of its own: everything that its headers mention.
std::set<std::string> words_of_headers() {
  std::set<std::string> words;
  for (const char* room : {"author", "program"}) {
    for (const auto& entry : std::filesystem::directory_iterator(kit().headers / room)) {
      std::ifstream file(entry.path());
      words.merge(words_of({std::istreambuf_iterator<char>(file), {}}));
    }
  }
  return words;
}

// The struct of the model of this name.
std::string struct_of(const std::string& source, const std::string& model) {
  const std::string text = "\"" + model + "\"";
  std::size_t place = source.find(text);
  while (place != std::string::npos && !names_model(std::string_view(source).substr(0, place)))
    place = source.find(text, place + 1);
  static const std::regex begins(R"((?:^|\n)struct (\w+))");
  std::string name;
  for (std::sregex_iterator found(source.begin(), source.end(), begins), none; found != none; ++found) {
    if (static_cast<std::size_t>(found->position()) < place) name = (*found)[1];
  }
  return name;
}

// The registration with the model of this type in front of the others.
std::string registered_first(const std::string& source, const std::string& type) {
  static const std::regex registration(R"(Registration<([\w\s,]+)>)");
  std::smatch found;
  if (!std::regex_search(source, found, registration)) return source;
  const std::string types = found[1];
  std::string all = type;
  static const std::regex word(R"(\w+)");
  for (std::sregex_iterator each(types.begin(), types.end(), word), none; each != none; ++each) {
    if (each->str() != type) all += ", " + each->str();
  }
  return found.prefix().str() + "Registration<" + all + ">" + found.suffix().str();
}

}  // namespace

NewName read_new_name(const std::string& typed) {
  const std::filesystem::path path = typed;
  std::string name = path.filename().string();
  if (name.ends_with(".cpp")) name.resize(name.size() - 4);
  static const std::regex is_name("[a-z][a-z0-9]*([-_][a-z0-9]+)*");
  if (!std::regex_match(name, is_name))
    throw std::invalid_argument(
        "`" + typed +
        "` is no name for a model, which has small letters, digits and dashes and begins "
        "with a letter; `" +
        (path.parent_path() / nearest_name(name)).string() + "` is one");
  NewName result;
  std::ranges::replace(name, '-', '_');
  result.file = path.parent_path() / (name + ".cpp");
  std::ranges::replace(name, '_', '-');
  result.dashed = name;
  result.type = camel_case(name);
  return result;
}

std::string renamed(const std::string& source, std::string_view old, const NewName& name) {
  const std::string algorithm(old.substr(0, old.find(':')));
  const std::string type = camel_case(algorithm);
  // A type cannot be called like one that it has to tell itself from.
  std::string new_type = name.type;
  std::set<std::string> taken = words_of_headers();
  taken.merge(words_of(source));
  if (new_type != type && taken.contains(new_type)) new_type += "Model";

  const auto code = [&](std::string word) {
    const bool is_of_type =
        word.starts_with(type) && (word.size() == type.size() || is_capital(word[type.size()]));
    return is_of_type ? new_type + word.substr(type.size()) : word;
  };
  const auto text = [&](std::string inside) {
    if (inside == old) return name.dashed;
    if (inside == algorithm) return name.dashed + ":plain";
    return inside.starts_with(algorithm + ":") ? name.dashed + inside.substr(algorithm.size()) : inside;
  };
  const std::string front = struct_of(source, std::string(old));
  return translated(registered_first(source, front), code, text);
}

}  // namespace conclave
