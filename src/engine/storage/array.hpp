// A growing array of plain values, whose memory is charged to the run's limit in bytes. Everything in the
// engine that grows with the number of configurations is in one of these.
#pragma once

#include <algorithm>
#include <new>
#include <type_traits>
#include <utility>

#include "engine/storage/memory.hpp"
#include "program/limits.hpp"

namespace conclave {

template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

  template <class>
  friend class Array;

 public:
  explicit Array(Limits& limits) : limits_(&limits) {}
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array() { release(); }
  friend void swap(Array& a, Array& b) noexcept {
    std::swap(a.limits_, b.limits_);
    std::swap(a.data_, b.data_);
    std::swap(a.size_, b.size_);
    std::swap(a.capacity_, b.capacity_);
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T& back() { return data_[size_ - 1]; }

  void push_back(const T& value) {
    if (size_ == capacity_) [[unlikely]] {
      const T copy = value;  // the value may be an element of this array
      reserve(capacity_ < 64 ? 128 : capacity_ + capacity_ / 2);
      data_[size_++] = copy;
      return;
    }
    data_[size_++] = value;
  }
  // Makes room for so many more, for which add() then need not look.
  void make_room(std::size_t more) {
    if (size_ + more > capacity_) [[unlikely]]
      reserve(std::max(size_ + more, capacity_ + capacity_ / 2));
  }
  void add(const T& value) { data_[size_++] = value; }
  void pop_back() { --size_; }
  void resize_down(std::size_t size) { size_ = size; }
  // The new elements have no value yet. The capacity grows like that of push_back.
  void resize(std::size_t size) {
    if (size > capacity_) [[unlikely]]
      make_room(size - size_);
    size_ = size;
  }
  void assign(std::size_t size, const T& value) {
    reserve(size);
    size_ = size;
    for (std::size_t i = 0; i < size; ++i) {
      poll(i);
      data_[i] = value;
    }
  }

  // Empties the array. The memory is kept for the next instance, unless it is a lot.
  void clear() {
    size_ = 0;
    if (capacity_ * sizeof(T) > keep_bytes) release();
  }
  void release() {
    free_block(data_, capacity_ * sizeof(T));
    limits_->charge(-static_cast<std::ptrdiff_t>(capacity_ * sizeof(T)));
    data_ = nullptr;
    size_ = capacity_ = 0;
  }

  // Takes over all memory of another array, as bytes.
  template <class U>
  void take_over(Array<U>& other) {
    static_assert(sizeof(T) == 1);
    release();
    data_ = reinterpret_cast<T*>(std::exchange(other.data_, nullptr));
    capacity_ = std::exchange(other.capacity_, 0) * sizeof(U);
    size_ = std::exchange(other.size_, 0) * sizeof(U);
  }
  // Gives back what is taken beyond the size, if that is large pages.
  void fit() {
    if (size_ * sizeof(T) < mapped_from || size_ == capacity_) return;
    data_ = static_cast<T*>(resize_block(data_, capacity_ * sizeof(T), size_ * sizeof(T)));
    limits_->charge(-static_cast<std::ptrdiff_t>((capacity_ - size_) * sizeof(T)));
    capacity_ = size_;
  }

  // Whoever works on a large array calls this now and then: for every element, by its number. Throws
  // LimitReached.
  void poll(std::size_t number) const {
    if (number % 4096 == 0) limits_->poll();
  }
  Limits& limits() const { return *limits_; }

  void reserve(std::size_t capacity) {
    if (capacity <= capacity_) return;
    limits_->charge(static_cast<std::ptrdiff_t>((capacity - capacity_) * sizeof(T)));
    auto* grown = static_cast<T*>(resize_block(data_, capacity_ * sizeof(T), capacity * sizeof(T)));
    if (grown == nullptr) {
      limits_->charge(-static_cast<std::ptrdiff_t>((capacity - capacity_) * sizeof(T)));
      throw LimitReached{limits_->out_of_memory()};
    }
    data_ = grown;
    capacity_ = capacity;
  }

 private:
  static constexpr std::size_t keep_bytes = std::size_t{8} << 20;

  Limits* limits_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace conclave
