int semicolon(void) __asm__("hot;path 7");
int quotes(void) __asm__("say \"hi\"\\n");
int utf8(void) __asm__("gr\303\266\303\237e\342\206\222\350\250\210\347\256\227");
int escape(void) __asm__("\001\010\033[31m");
int newline(void) __asm__("two\nlines");
int broken(void) __asm__("bad\377byte");
int markup(void) __asm__("</script><img onerror=x>");
int question(void) __asm__("??");

int semicolon(void)
{
	return 1;
}
int quotes(void)
{
	return 2;
}
int utf8(void)
{
	return 3;
}
int escape(void)
{
	return 4;
}
int newline(void)
{
	return 5;
}
int broken(void)
{
	return 6;
}
int markup(void)
{
	return 7;
}
int question(void)
{
	return 8;
}
int main(void)
{
	return 0;
}
