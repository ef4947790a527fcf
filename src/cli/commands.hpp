// The commands; each returns the exit status. They throw UsageError, TraceError and ModelError.
#pragma once

#include "cli/options.hpp"

namespace conclave {

int list_command(bool json);
int check_command(const CheckOptions&);
int measure_command(const MeasureOptions&);
int show_command(const std::string& file, ColorChoice);
int replay_command(const std::string& file, ColorChoice);

}  // namespace conclave
