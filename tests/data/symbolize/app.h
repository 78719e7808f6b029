static inline __attribute__((always_inline)) int innermost(int x)
{
	return x * x + read_input();
}
