/*
 * usage COMMAND...   runs it, ends with its exit status (128 + the signal that ended it), and adds one line
 *                    to standard error: its CPU seconds, user and system, its wall seconds, and its peak
 *                    memory in KiB.
 *
 * Why not Python: Linux carries the peak of the memory that exec replaces into the new program's ru_maxrss,
 * so nothing that Python starts is ever seen to take less than Python. This program takes less than whatever
 * it measures.
 */
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec / 1e6; }

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char** argv) {
  struct rusage used;
  int status;
  double begin = now();
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* nothing goes on, gigabytes large, when the script is gone */
  pid_t child = argc > 1 ? fork() : -1;
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execv(argv[1], argv + 1);
    perror(argv[1]);
    _exit(127);
  }
  if (child < 0 || wait4(child, &status, 0, &used) < 0) return 127;
  fprintf(stderr, "\n%.6f %.6f %ld\n", seconds(used.ru_utime) + seconds(used.ru_stime), now() - begin, used.ru_maxrss);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
