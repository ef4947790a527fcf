// What one rank sends another one as data, written and read. A record is a key of the sender, in its layout
// and with its numbers of values, so what these mean is told before they first occur. So is what the numbers
// in records mean, which is what executions have cost so far (PartSearch). Each of this is told once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine/storage/continuations.hpp"
#include "engine/storage/layout.hpp"
#include "machine/meanings.hpp"
#include "program/json.hpp"

namespace conclave {

// Values of trivial types, one after the other.
class Bytes {
 public:
  template <class T>
  static void put(std::string& bytes, const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  explicit Bytes(std::string bytes) : bytes_(std::move(bytes)) {}
  bool at_end() const { return at_ == bytes_.size(); }
  template <class T>
  T get() {
    T value;
    std::memcpy(&value, bytes_.data() + at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }
  std::string rest() const { return bytes_.substr(at_); }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

// Data are of two kinds. Notes say how the sender's keys are to be read from now on; a batch has records.
enum class Content : char { notes, batch };

// What goes to one other rank.
template <std::size_t Words>
class Outbox {
 public:
  // Notes have to be sent before the batch, if there is anything that was not told. Empty: there is nothing.
  std::string notes(const Layout& layout, unsigned tag_bits, bool new_layout, const Meanings& meanings) {
    Json json;
    told_.resize(layout.size(), 0);
    for (std::size_t c = 0; c < layout.size(); ++c) {
      const std::size_t count = meanings.count(c);
      if (told_[c] == count) continue;
      Json values;
      for (; told_[c] < count; ++told_[c])
        values.push_back(meanings.of(c, static_cast<std::uint32_t>(told_[c])));
      json["values"].push_back(Json::array({c, std::move(values)}));
    }
    if (new_layout) {
      json["tag"] = tag_bits;
      for (std::size_t c = 0; c < layout.size(); ++c)
        json["fields"].push_back({layout[c].word, layout[c].shift, layout[c].width});
    }
    if (json.is_null()) return {};
    return static_cast<char>(Content::notes) + json.dump();
  }

  std::size_t size() const { return records_.size(); }
  // `number` is the record's if it is to be told what it means, otherwise 0.
  void add(const Key<Words>& record, std::uint64_t number) {
    records_.push_back(record);
    if (number == 0) return;
    if (told_numbers_.size() <= number) told_numbers_.resize(number + number / 2 + 1, false);
    if (told_numbers_[number]) return;
    told_numbers_[number] = true;
    numbers_.push_back(static_cast<std::uint32_t>(number));
  }
  std::string batch(const Continuations& sums) {
    std::string bytes(1, static_cast<char>(Content::batch));
    Bytes::put(bytes, static_cast<std::uint32_t>(numbers_.size()));
    for (const std::uint32_t number : numbers_) {
      Bytes::put(bytes, number);
      const Lanes* const lanes = sums.sums(sums.blocks(), number);
      for (std::size_t block = 0; block < sums.blocks(); ++block) Bytes::put(bytes, lanes[block]);
    }
    bytes.append(reinterpret_cast<const char*>(records_.data()), records_.size() * sizeof(Key<Words>));
    numbers_.clear();
    records_.clear();
    return bytes;
  }

 private:
  std::vector<std::size_t> told_;  // by component: so many of its values
  std::vector<bool> told_numbers_;
  std::vector<std::uint32_t> numbers_;  // to be told with the next batch
  std::vector<Key<Words>> records_;
};

// What came from one other rank.
template <std::size_t Words>
class Inbox {
 public:
  // Reads notes. Throws ModelError.
  void note(const std::string& text, Meanings meanings) {
    const Json json = Json::parse(text);
    if (json.contains("fields")) {
      tag_mask_ = (std::uint64_t{1} << json.at("tag").get<unsigned>()) - 1;
      fields_.clear();
      means_itself_.clear();
      for (const Json& field : json.at("fields")) {
        means_itself_.push_back(meanings.count(fields_.size()) == 0);
        const auto width = field.at(2).get<std::uint8_t>();
        fields_.push_back({field.at(0).get<std::uint8_t>(), field.at(1).get<std::uint8_t>(), width,
                           static_cast<std::uint32_t>((std::uint64_t{1} << width) - 1)});
      }
      values_.resize(fields_.size());
    }
    if (!json.contains("values")) return;
    for (const Json& of : json.at("values")) {
      const std::size_t c = of.at(0);
      if (values_.size() <= c) values_.resize(c + 1);
      for (const Json& meaning : of.at(1)) values_[c].push_back(meanings.value(c, meaning));
    }
  }
  // Reads what the numbers of a batch mean. `add` says what a number is here that means these lanes.
  template <class Add>
  void read_numbers(Bytes& batch, std::size_t blocks, const Add& add) {
    std::vector<Lanes> lanes(blocks);
    for (auto left = batch.get<std::uint32_t>(); left > 0; --left) {
      const auto number = batch.get<std::uint32_t>();
      for (Lanes& block : lanes) block = batch.get<Lanes>();
      if (numbers_.size() <= number) numbers_.resize(number + number / 2 + 1, 0);
      numbers_[number] = add(lanes.data());
    }
  }

  std::uint64_t number(const Key<Words>& record) const { return record[0] & tag_mask_; }
  std::uint32_t meant_number(std::uint64_t number) const { return numbers_[number]; }
  std::uint32_t value(const Key<Words>& record, std::size_t c) const {
    const std::uint32_t theirs = fields_[c].get(record);
    return means_itself_[c] ? theirs : values_[c][theirs];
  }
  std::size_t components() const { return fields_.size(); }

 private:
  std::uint64_t tag_mask_ = 0;
  std::vector<Layout::Field> fields_;
  std::vector<bool> means_itself_;
  std::vector<std::vector<std::uint32_t>> values_;  // by component, then the sender's value
  std::vector<std::uint32_t> numbers_;              // by the sender's number
};

}  // namespace conclave
