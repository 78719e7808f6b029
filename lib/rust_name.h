/* Names of Rust's legacy mangling. They have the form of C++ names, and so symbolizers write what is inside as it
 * stands: "core::ptr::drop_in_place$LT$alloc..string..String$GT$::h0123456789abcdef". Source: the documentation of the
 * crate rustc-demangle and its module `legacy`; rustc's compiler/rustc_symbol_mangling/src/legacy.rs. */
#ifndef OSPREY_RUST_NAME_H
#define OSPREY_RUST_NAME_H

#include <stdbool.h>

/* Writes the name as it stands in the source, in its place: it gets shorter. A suffix of the compiler, " (.llvm.1)",
 * stays. Only names whose last part is "h" and 16 hex digits are of Rust; false, and unchanged, for all others. Those
 * of C++ functions end in parentheses, those that are mangled have no "::". */
bool rust_name_decode(char *name);

#endif
