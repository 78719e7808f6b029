# The user owns CC, CFLAGS, CPPFLAGS, LDFLAGS, PREFIX, DESTDIR. What the code itself needs stands in OWN_*.
CC      = cc
AR      = ar
CFLAGS  = -O2 -g
PREFIX  = /usr/local
BUILD   = build

VERSION = 0.1.0

PROGS   = prof-images prof-symbolize prof-aggregate prof-fold prof-to-speedscope prof-to-v8 prof-report
SCRIPTS = osprey

LIB_OBJS     = $(patsubst lib/%.c,$(BUILD)/obj/lib/%.o,$(wildcard lib/*.c))
PROF_OBJS    = $(patsubst runtime/%.c,$(BUILD)/obj/runtime/%.o,$(filter-out $(FIBER_SRCS),$(wildcard runtime/*.c)))
FIBER_SRCS   = $(addprefix runtime/,fiber.c effect.c channel.c handle.c)
FIBER_OBJS   = $(patsubst runtime/%.c,$(BUILD)/obj/runtime/%.o,$(wildcard $(FIBER_SRCS)))
UNIT_TESTS   = $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))
EXAMPLES     = $(patsubst examples/%.c,$(BUILD)/examples/%,$(wildcard examples/*.c))
ARCHIVES     = $(BUILD)/lib/libosprey_prof.a $(BUILD)/lib/libosprey_runtime.a
PROG_FILES   = $(PROGS:%=$(BUILD)/bin/%)
MAN_PAGES    = $(wildcard man/man*/*.[157])

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wvla -Wconversion
ifeq ($(WERROR),1)
WARNINGS += -Werror
endif
OWN_CFLAGS     = -std=c11 $(WARNINGS) -MMD -MP
LIB_CFLAGS     = $(OWN_CFLAGS) -D_GNU_SOURCE -DOSPREY_VERSION='"$(VERSION)"' -Ilib
RUNTIME_CFLAGS = $(OWN_CFLAGS) -D_GNU_SOURCE -Iruntime -pthread -fPIC -fvisibility=hidden -ftls-model=initial-exec \
		 -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer

.PHONY: all check check-unit check-bats lint asan tsan bench install uninstall clean dist
all: $(PROG_FILES) $(ARCHIVES) $(EXAMPLES)

$(BUILD)/obj/lib/%.o: lib/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(LIB_CFLAGS) $(CFLAGS) -c -o $@ $<

$(BUILD)/obj/bin/%.o: bin/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(LIB_CFLAGS) $(CFLAGS) -c -o $@ $<

$(BUILD)/obj/runtime/%.o: runtime/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(RUNTIME_CFLAGS) $(CFLAGS) -c -o $@ $<

$(BUILD)/lib/libosprey_filters.a: $(LIB_OBJS)
	@mkdir -p $(@D)
	rm -f $@
	$(AR) rcs $@ $(LIB_OBJS)

$(BUILD)/lib/libosprey_prof.a: $(PROF_OBJS)
	@mkdir -p $(@D)
	rm -f $@
	$(AR) rcs $@ $(PROF_OBJS)

$(BUILD)/lib/libosprey_runtime.a: $(PROF_OBJS) $(FIBER_OBJS)
	@mkdir -p $(@D)
	rm -f $@
	$(AR) rcs $@ $(PROF_OBJS) $(FIBER_OBJS)

$(BUILD)/bin/%: $(BUILD)/obj/bin/%.o $(BUILD)/lib/libosprey_filters.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcjson

$(BUILD)/tests/test_%: tests/unit/test_%.c $(BUILD)/lib/libosprey_filters.a $(BUILD)/lib/libosprey_runtime.a
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(OWN_CFLAGS) -D_GNU_SOURCE -Ilib -Iruntime -fno-omit-frame-pointer $(CFLAGS) $(LDFLAGS) -pthread -o $@ $< \
	    $(BUILD)/lib/libosprey_filters.a -Wl,--whole-archive $(BUILD)/lib/libosprey_runtime.a -Wl,--no-whole-archive -lcmocka -lcjson

$(BUILD)/examples/%: examples/%.c $(BUILD)/lib/libosprey_runtime.a
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) -std=c11 -D_GNU_SOURCE -Iruntime -O2 -g -fno-omit-frame-pointer $(LDFLAGS) -pthread -o $@ $< \
	    -Wl,--whole-archive $(BUILD)/lib/libosprey_runtime.a -Wl,--no-whole-archive

check-unit: $(UNIT_TESTS)
	@set -e; for t in $(UNIT_TESTS); do echo "$$t"; "$$t"; done

check-bats: all
	BUILD=$(abspath $(BUILD)) bats tests/bats

check: check-unit check-bats

clean:
	rm -rf $(BUILD)

-include $(wildcard $(BUILD)/obj/*/*.d $(BUILD)/tests/*.d)
