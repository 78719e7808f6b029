#include "model.h"

uint64_t model_nanoseconds(const struct model *model, uint64_t count)
{
	__extension__ typedef unsigned __int128 wide;
	uint64_t rate = model->profile.rate_hz;
	wide nanoseconds = (wide)count * 1000000000 + rate / 2;

	if (nanoseconds <= UINT64_MAX) /* a division of 64 bits is several times quicker */
		return (uint64_t)nanoseconds / rate;
	nanoseconds /= rate;
	return nanoseconds > UINT64_MAX ? UINT64_MAX : (uint64_t)nanoseconds;
}
