// The one header that a model file includes: everything that an author may use, and how a model joins the
// list.
//
// A model file defines a struct with the nested structs State and Message, a `static constexpr About about`,
// and handlers; at its end it says `const Registration<TheModel> registered;`. models/ring/chang_roberts.cpp
// is the example to copy.
#pragma once

#include "author/about.hpp"
#include "author/claim.hpp"
#include "author/history.hpp"
#include "author/id.hpp"
#include "author/own_step.hpp"
#include "author/process.hpp"
#include "author/property.hpp"

// Downwards in the house only here: what turns a model's types into a Program is a template, so each model's
// file compiles it. An author need not read it; what a model lacks it says by a static_assert.
#include "program/registration.hpp"
