/* What OpenBLAS takes for the factor, its inverse and the Gram matrix of that, on
 * one thread and the matrix of BenchmarkAgainstOpenBLAS, which compiles and runs it:
 *
 *   openblas ORDER ROUNDS
 *
 * prints the least milliseconds of processor time for upper and lower triangles.
 * The library is opened and not linked: its headers need not be installed. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

int main(int argc, char **argv) {
	void *lib = dlopen("libopenblas.so.0", RTLD_NOW);
	if (!lib || argc != 3) {
		fprintf(stderr, "%s\n", lib ? "openblas ORDER ROUNDS" : dlerror());
		return 1;
	}
	((void (*)(int))dlsym(lib, "openblas_set_num_threads"))(1);
	void (*potrf)(char *, int *, double *, int *, int *) = dlsym(lib, "dpotrf_");
	void (*trtri)(char *, char *, int *, double *, int *, int *) = dlsym(lib, "dtrtri_");
	void (*lauum)(char *, int *, double *, int *, int *) = dlsym(lib, "dlauum_");
	int n = atoi(argv[1]), rounds = atoi(argv[2]), info;
	double *a = malloc(sizeof(double) * n * n), *l = malloc(sizeof(double) * n * n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			a[i * n + j] = exp(-3.0 * abs(i - j) / n) + (i == j);
	char *triangles[] = {"U", "L"};
	for (int k = 0; k < 2; k++) {
		double least = INFINITY;
		for (int r = 0; r < rounds; r++) {
			memcpy(l, a, sizeof(double) * n * n);
			double start = now();
			potrf(triangles[k], &n, l, &n, &info);
			trtri(triangles[k], "N", &n, l, &n, &info);
			lauum(triangles[k], &n, l, &n, &info);
			least = fmin(least, now() - start);
		}
		printf("%g\n", least);
	}
	return 0;
}
