/* gen-raw: a raw profile of any size, osprey-prof-raw(5), for the benchmarks and the tests of growth.
 *
 * The same options give the same bytes. Stacks are paths of one tree of calls: neighbours share their roots. Threads
 * are sampled in turn at each tick, and stacks of low numbers are hot. With --elf the addresses lie in the code of real
 * files, so that they can be given names:
 *
 *     gen-raw --samples 1000000 --stacks 5000 --elf build/bin/prof-fold >raw.json */
#include "code_file.h"
#include "die.h"
#include "mem.h"
#include "out.h"
#include "program.h"

#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum { RATE_HZ = 997, PERIOD_NS = 1000000000 / RATE_HZ, WAITING_PERIODS = 64, SPACING = 1 << 30 };

enum size { SAMPLES, STACKS, FRAMES, DEPTH, THREADS, IMAGES, WAITING, SEED, SIZES };

enum { OPTION_SIZE = 0x100, OPTION_ELF = OPTION_SIZE + SIZES };

struct generator {
	uint64_t sizes[SIZES];
	const char **paths; /* of --elf */
	struct code_file *files;
	size_t file_count, path_capacity, file_capacity;
	uint64_t state; /* of the random numbers */
	struct out out;
};

static const struct option options[] = {
	{"samples", required_argument, NULL, OPTION_SIZE + SAMPLES},
	{"stacks", required_argument, NULL, OPTION_SIZE + STACKS},
	{"frames", required_argument, NULL, OPTION_SIZE + FRAMES},
	{"depth", required_argument, NULL, OPTION_SIZE + DEPTH},
	{"threads", required_argument, NULL, OPTION_SIZE + THREADS},
	{"images", required_argument, NULL, OPTION_SIZE + IMAGES},
	{"waiting", required_argument, NULL, OPTION_SIZE + WAITING},
	{"seed", required_argument, NULL, OPTION_SIZE + SEED},
	{"elf", required_argument, NULL, OPTION_ELF},
	{0},
};

static void add_file(struct generator *self, const char *path)
{
	const char *why;
	size_t count = self->file_count++;

	self->paths = mem_grow(self->paths, &self->path_capacity, count + 1, sizeof(*self->paths));
	self->files = mem_grow(self->files, &self->file_capacity, count + 1, sizeof(*self->files));
	self->paths[count] = path;
	why = code_file_read(&self->files[count], path, "");
	if (why)
		die("%s: %s", path, why);
}

static void on_option(void *state, int val, const char *value)
{
	struct generator *self = state;
	char *end;

	if (val == OPTION_ELF) {
		add_file(self, value);
		return;
	}
	self->sizes[val - OPTION_SIZE] = strtoull(value, &end, 10);
	if (*end || end == value)
		die_usage("'%s' is not a whole number", value);
}

static const struct program program = {
	.name = "gen-raw",
	.help = "usage: gen-raw [--samples N] [--stacks N] [--frames N] [--depth N] [--threads N] [--images N]\n"
		"               [--waiting PERCENT] [--seed N] [--elf FILE]...\n"
		"\n"
		"Writes a raw profile of these sizes. With --elf its addresses are in the code of the files.\n",
	.options = options,
	.on_option = on_option,
};

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
static uint64_t mix(uint64_t z)
{
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static uint64_t random_number(struct generator *self)
{
	return mix(self->state += UINT64_C(0x9e3779b97f4a7c15));
}

/* Whether a row is not the first of its list; if so its comma is written. */
static void separate(struct out *out, bool more)
{
	if (more)
		out_text(out, ",\n");
}

static void put(struct out *out, const char *key, uint64_t value)
{
	out_text(out, key);
	out_u64(out, value);
}

static uint64_t image_base(uint64_t image)
{
	return (image + 1) * SPACING;
}

static void write_image(struct generator *self, uint64_t image)
{
	struct out *out = &self->out;
	const struct code_file *file = image < self->file_count ? &self->files[image] : NULL;

	out_text(out, "{\"path\":\"");
	if (file)
		out_text(out, self->paths[image]);
	else
		put(out, "/made/up/image", image);
	put(out, "\",\"base\":", image_base(image));
	put(out, ",\"slide\":", image_base(image));
	put(out, ",\"text\":", image_base(image) + (file ? file->text : 0));
	put(out, ",\"text_size\":", file ? file->text_size : SPACING);
	out_text(out, ",\"arch\":\"\",\"build_id\":\"");
	out_text(out, file ? file->build_id : "");
	out_text(out, "\"}");
}

static void write_images(struct generator *self)
{
	for (uint64_t i = 0; i < self->sizes[IMAGES]; i++) {
		separate(&self->out, i);
		write_image(self, i);
	}
}

static void write_threads(struct generator *self)
{
	for (uint64_t i = 0; i < self->sizes[THREADS]; i++) {
		separate(&self->out, i);
		put(&self->out, "{\"fiber\":", i);
		out_text(&self->out, i ? ",\"label\":\"fiber\"}" : ",\"label\":\"main\"}");
	}
}

static uint64_t address(const struct generator *self, uint64_t frame)
{
	uint64_t image = frame % self->sizes[IMAGES], place = mix(frame);

	if (image < self->file_count)
		return image_base(image) + self->files[image].text + place % self->files[image].text_size;
	return image_base(image) + place % SPACING;
}

/* The nodes above a stack are its number without the low bits, more of them the nearer to the root. */
static void write_stack(struct generator *self, uint64_t stack, unsigned bits)
{
	uint64_t depth = self->sizes[DEPTH];

	for (uint64_t i = 0; i < depth; i++) {
		uint64_t node = stack >> (depth > 1 ? bits * i / (depth - 1) : 0);
		uint64_t frame = (mix(node >> 1 ^ mix(i)) + (node & 1)) % self->sizes[FRAMES];

		put(&self->out, i ? "," : "[", address(self, frame));
	}
	out_char(&self->out, ']');
}

static void write_stacks(struct generator *self)
{
	unsigned bits = 0;

	while (self->sizes[STACKS] >> bits)
		bits++;
	for (uint64_t i = 0; i < self->sizes[STACKS]; i++) {
		separate(&self->out, i);
		write_stack(self, i, bits);
	}
}

/* A thread waits for whole stretches, in one stack; one row in eight of these has a count. */
static void write_sample(struct generator *self, uint64_t row)
{
	struct out *out = &self->out;
	uint64_t tick = row / self->sizes[THREADS], thread = row % self->sizes[THREADS];
	uint64_t stretch = mix(self->sizes[SEED] ^ mix(thread << 32 ^ tick / WAITING_PERIODS));
	bool waiting = stretch % 100 < self->sizes[WAITING];
	double place = (double)(random_number(self) >> 11) * 0x1p-53;
	uint64_t hot = (uint64_t)((double)self->sizes[STACKS] * place * place * place);

	put(out, "[", tick * PERIOD_NS + random_number(self) % (PERIOD_NS / 2));
	put(out, ",", thread);
	put(out, ",", waiting ? stretch / 100 % self->sizes[STACKS] : hot);
	out_text(out, waiting ? ",1" : ",0");
	if (waiting && random_number(self) % 8 == 0)
		put(out, ",", 2 + random_number(self) % 8);
	out_char(out, ']');
}

static void write_samples(struct generator *self)
{
	for (uint64_t i = 0; i < self->sizes[SAMPLES]; i++) {
		separate(&self->out, i);
		write_sample(self, i);
	}
}

static void write_profile(struct generator *self)
{
	struct out *out = &self->out;
	uint64_t ticks = self->sizes[SAMPLES] / self->sizes[THREADS] + 1;

	out_text(out, "{\"version\":1,\"pid\":7,\"exe\":\"");
	out_text(out, self->file_count ? self->paths[0] : "/made/up/image0");
	put(out, "\",\"rate_hz\":", RATE_HZ);
	out_text(out, ",\"platform\":\"linux-x86_64\",\"start_unix_ns\":1764460800000000000");
	put(out, ",\"end_unix_ns\":", UINT64_C(1764460800000000000) + ticks * PERIOD_NS);
	out_text(out, ",\"images\":[");
	write_images(self);
	out_text(out, "],\n\"threads\":[");
	write_threads(self);
	out_text(out, "],\n\"stacks\":[");
	write_stacks(self);
	out_text(out, "],\n\"samples\":[");
	write_samples(self);
	out_text(out, "],\n\"dropped\":0}\n");
}

int main(int argc, char **argv)
{
	static struct generator self = {.sizes = {[SAMPLES] = 10000,
						  [STACKS] = 500,
						  [FRAMES] = 5000,
						  [DEPTH] = 30,
						  [THREADS] = 4,
						  [IMAGES] = 1,
						  [WAITING] = 25,
						  [SEED] = 1}};

	if (program_start(&program, argc, argv, &self))
		die_usage("gen-raw reads no input");
	if (self.file_count > self.sizes[IMAGES])
		self.sizes[IMAGES] = self.file_count;
	for (enum size size = STACKS; size <= IMAGES; size++)
		if (!self.sizes[size])
			die_usage("every size but --samples and --waiting is 1 or more");
	self.state = self.sizes[SEED];
	out_open(&self.out, STDOUT_FILENO, "stdout");
	write_profile(&self);
	out_close(&self.out);
	return STATUS_DONE;
}
