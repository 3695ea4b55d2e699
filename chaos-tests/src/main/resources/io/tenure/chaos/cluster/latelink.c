// Holds packets back: latelink QUEUE DELAY_MICROS JITTER_MICROS KBIT REORDER SEED
//
// Takes packets from a netfilter queue and lets each go on when its time has come. KBIT limits the
// bandwidth (0: does not). Packets keep their order unless REORDER is 1. Says "ready" when it works, and ends when
// its input does.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/netfilter.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netfilter/nfnetlink_queue.h>
#include <linux/netlink.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { HELD_MAX = 65536, BUFFER = 1 << 17, HEADERS_ONLY = 64 };

struct held {
  int64_t due;
  uint64_t ordinal;
  uint32_t packet;
};

static struct held held[HELD_MAX]; // a heap, the first due on top
static int count;
static uint64_t arrived;
static int sock, queue;
static int64_t delay, jitter, kbit, reorder, last_due, line_free;

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000ll + t.tv_nsec / 1000;
}

static int before(struct held a, struct held b) {
  return a.due < b.due || (a.due == b.due && a.ordinal < b.ordinal);
}

static void swap(int a, int b) {
  struct held t = held[a];
  held[a] = held[b];
  held[b] = t;
}

static void hold(struct held packet) {
  int i = count++;
  held[i] = packet;
  for (; i > 0 && before(held[i], held[(i - 1) / 2]); i = (i - 1) / 2) swap(i, (i - 1) / 2);
}

static uint32_t next(void) {
  uint32_t first = held[0].packet;
  held[0] = held[--count];
  for (int i = 0;;) {
    int least = i;
    for (int child = 2 * i + 1; child <= 2 * i + 2 && child < count; child++) {
      if (before(held[child], held[least])) least = child;
    }
    if (least == i) return first;
    swap(i, least);
    i = least;
  }
}

// One request to the queue, with one attribute.
static int ask(int message, int attribute, const void *value, size_t length, int flags) {
  struct {
    struct nlmsghdr header;
    struct nfgenmsg family;
    struct nlattr attribute;
    char value[64];
  } request = {0};
  request.attribute.nla_len = sizeof(struct nlattr) + length;
  request.attribute.nla_type = attribute;
  memcpy(request.value, value, length);
  request.family.version = NFNETLINK_V0;
  request.family.res_id = htons(queue);
  request.header.nlmsg_type = NFNL_SUBSYS_QUEUE << 8 | message;
  request.header.nlmsg_flags = NLM_F_REQUEST | flags;
  request.header.nlmsg_len =
      NLMSG_LENGTH(sizeof(struct nfgenmsg)) + NLA_ALIGN(request.attribute.nla_len);
  return send(sock, &request, request.header.nlmsg_len, 0) < 0 ? -1 : 0;
}

// As ask, and waits for the kernel's word that it is done.
static int set_up(int attribute, const void *value, size_t length) {
  char answer[4096];
  if (ask(NFQNL_MSG_CONFIG, attribute, value, length, NLM_F_ACK)) return -1;
  if (recv(sock, answer, sizeof answer, 0) < (ssize_t)NLMSG_LENGTH(sizeof(int))) return -1;
  errno = -((struct nlmsgerr *)NLMSG_DATA((struct nlmsghdr *)answer))->error;
  return errno ? -1 : 0;
}

static void judge(uint32_t packet, int verdict) {
  struct nfqnl_msg_verdict_hdr words = {htonl(verdict), htonl(packet)};
  ask(NFQNL_MSG_VERDICT, NFQA_VERDICT_HDR, &words, sizeof words, 0);
}

static void arrive(uint32_t packet, uint32_t bytes) {
  if (count == HELD_MAX) {
    judge(packet, NF_DROP);
    return;
  }
  int64_t time = now(), due = time + delay;
  if (jitter) due += lrand48() % (2 * jitter + 1) - jitter;
  if (kbit) {
    line_free = (line_free > time ? line_free : time) + bytes * 8000ll / kbit;
    due += line_free - time;
  }
  if (!reorder && due < last_due) due = last_due;
  last_due = due;
  hold((struct held){due, arrived++, packet});
}

static void read_packet(struct nlmsghdr *message) {
  struct nlattr *each = (struct nlattr *)((char *)NLMSG_DATA(message) + NLMSG_ALIGN(sizeof(struct nfgenmsg)));
  char *end = (char *)message + message->nlmsg_len;
  uint32_t packet = 0, bytes = HEADERS_ONLY;
  while ((char *)each + sizeof *each <= end && each->nla_len >= sizeof *each) {
    void *value = (char *)each + NLA_HDRLEN;
    if (each->nla_type == NFQA_PACKET_HDR) packet = ntohl(((struct nfqnl_msg_packet_hdr *)value)->packet_id);
    if (each->nla_type == NFQA_CAP_LEN) bytes = ntohl(*(uint32_t *)value); // only if it was cut
    each = (struct nlattr *)((char *)each + NLA_ALIGN(each->nla_len));
  }
  arrive(packet, bytes);
}

static void read_packets(void) {
  static char buffer[BUFFER];
  ssize_t length = recv(sock, buffer, sizeof buffer, MSG_DONTWAIT);
  for (struct nlmsghdr *each = (struct nlmsghdr *)buffer; NLMSG_OK(each, length); each = NLMSG_NEXT(each, length)) {
    if (each->nlmsg_type == (NFNL_SUBSYS_QUEUE << 8 | NFQNL_MSG_PACKET)) read_packet(each);
  }
}

static int open_queue(void) {
  sock = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_NETFILTER);
  int size = 8 << 20;
  setsockopt(sock, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof size);
  struct nfqnl_msg_config_cmd bind_queue = {.command = NFQNL_CFG_CMD_BIND};
  struct nfqnl_msg_config_params part = {htonl(HEADERS_ONLY), NFQNL_COPY_PACKET};
  uint32_t longest = htonl(HELD_MAX);
  return sock < 0 || set_up(NFQA_CFG_CMD, &bind_queue, sizeof bind_queue) ||
         set_up(NFQA_CFG_PARAMS, &part, sizeof part) || set_up(NFQA_CFG_QUEUE_MAXLEN, &longest, sizeof longest);
}

int main(int words, char **word) {
  if (words != 7) {
    fprintf(stderr, "usage: latelink QUEUE DELAY_MICROS JITTER_MICROS KBIT REORDER SEED\n");
    return 2;
  }
  queue = atoi(word[1]);
  delay = atoll(word[2]), jitter = atoll(word[3]), kbit = atoll(word[4]), reorder = atoll(word[5]);
  srand48(atol(word[6]));
  if (open_queue()) {
    perror("the queue of packets");
    return 1;
  }
  puts("ready");
  fflush(stdout);
  for (;;) {
    int64_t time = now();
    while (count && held[0].due <= time) judge(next(), NF_ACCEPT);
    int64_t wait = count ? held[0].due - time : 1000000;
    struct pollfd sources[] = {{sock, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    struct timespec patience = {wait / 1000000, wait % 1000000 * 1000};
    if (ppoll(sources, 2, &patience, 0) < 0 && errno != EINTR) return 1;
    if (sources[1].revents) break;
    if (sources[0].revents) read_packets();
  }
  while (count) judge(next(), NF_ACCEPT); // the kernel would drop them
  return 0;
}
