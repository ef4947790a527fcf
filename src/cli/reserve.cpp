#include "cli/reserve.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

#include "program/contained.hpp"

namespace conclave {
namespace {

constexpr std::size_t reserved = std::size_t{16} << 20;  // never written to, so it is only a right to memory

std::atomic<void*> block = nullptr;
std::atomic<Limits*> of_run = nullptr;

void use_reserve() {
  if (Contained::in_call())
    throw std::bad_alloc();  // the model asks for too much; whoever called it knows what to do
  if (Limits* const limits = of_run) limits->out_of_memory();
  void* const given_back = block.exchange(nullptr);
  if (given_back == nullptr) throw std::bad_alloc();
  std::free(given_back);
}

}  // namespace

Reserve::Reserve(Limits& limits) {
  of_run = &limits;
  block = std::malloc(reserved);
  std::set_new_handler(use_reserve);
}

Reserve::~Reserve() {
  std::set_new_handler(nullptr);
  of_run = nullptr;
  std::free(block.exchange(nullptr));
}

}  // namespace conclave
