// $ conclave check meeting -n 2
// 2: model `meeting` in tests/mistakes/properties_end_the_program.cpp: `properties`: it ends the program, as
// std::exit does: throw an exception instead
#include <cstdlib>

#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct PropertiesEndTheProgram : Meeting<PropertiesEndTheProgram> {
  static std::vector<Stated<PropertiesEndTheProgram>> properties() { std::exit(0); }
};

const Mistake<PropertiesEndTheProgram> properties_end_the_program;

}  // namespace conclave::mistakes
