import { expect, test } from "bun:test";
import { attemptsIn, countedAttempts } from "../support/processes/network-trace.ts";

test("every outgoing call is seen, whether it succeeded or not", () => {
  const trace = [
    '812 connect(5, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("10.0.0.1")}, 16) = 0',
    '813 connect(5, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr), sin6_scope_id=0}, 28 <unfinished ...>',
    '812 sendto(6, "\\1\\0", 2, MSG_NOSIGNAL, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("10.0.0.1")}, 16) = -1 ENETUNREACH (Network is unreachable)',
    '812 sendmmsg(6, [{msg_hdr={msg_name={sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("10.0.0.2")}, msg_namelen=16}}], 1, 0) = 1',
    '812 connect(7, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1 ENOENT (No such file or directory)',
    "812 connect(7, {sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}, 12) = 0",
    "812 io_uring_setup(8, {flags=0}) = 9",
    '812 bind(8, {sa_family=AF_INET, sin_port=htons(0), sin_addr=inet_addr("127.0.0.1")}, 16) = 0',
  ];
  expect([...countedAttempts(attemptsIn(trace.join("\n"))).keys()]).toEqual([
    "bind 127.0.0.1:0",
    "connect /var/run/nscd/socket",
    "connect 10.0.0.1:53",
    "connect AF_NETLINK",
    "connect [2001:db8::1]:443",
    "io_uring_setup unknown",
    "sendmmsg 10.0.0.2:53",
    "sendto 10.0.0.1:53",
  ]);
});

test("replies on incoming connections do not count", () => {
  const trace = [
    '812 accept4(12, {sa_family=AF_INET, sin_port=htons(37920), sin_addr=inet_addr("127.0.0.1")}, [128 => 16], SOCK_CLOEXEC) = 16',
    '812 sendto(16, "HTTP/1.1 200 OK", 15, MSG_DONTWAIT|MSG_NOSIGNAL, NULL, 0) = 15',
    '812 recvfrom(16, "GET /readyz", 524288, MSG_DONTWAIT, NULL, NULL) = 84',
    "812 sendmsg(16, {msg_name=NULL, msg_namelen=0}, 0) = 1",
    "812 listen(12, 512) = 0",
  ];
  expect(attemptsIn(trace.join("\n"))).toEqual([]);
});
