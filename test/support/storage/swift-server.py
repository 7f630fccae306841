"""
OpenStack Swift with its S3 interface, for tests: each of its four servers is a process, as where it is installed.

    swift-server.py FOLDER PORT    a folder of its own, on a file system with extended attributes; 0 for any port

Prints {"port": N} when it answers on 127.0.0.1. When its standard input ends, it removes the folder and ends.
"""
import ctypes
import json
import os
import shutil
import signal
import sys
import time
import types

import swift.common.utils as utils

folder = sys.argv[1]
wanted_port = int(sys.argv[2])
swift_conf = os.path.join(folder, 'swift.conf')
# Read from /etc/swift unless it is named before anything else is imported.
utils.SWIFT_CONF_FILE = swift_conf

import eventlet
import eventlet.patcher
import eventlet.wsgi
from swift.common import wsgi
from swift.common.ring import RingBuilder

eventlet.hubs.use_hub(utils.get_hub())
utils.eventlet_monkey_patch()

SERVER = """
[DEFAULT]
devices = {folder}
mount_check = false
swift_dir = {folder}
fallocate_reserve = 0
log_level = CRITICAL
[pipeline:main]
pipeline = {name}-server
[app:{name}-server]
use = egg:swift#{name}
"""

PROXY = """
[DEFAULT]
swift_dir = {folder}
log_level = CRITICAL
[pipeline:main]
pipeline = catch_errors cache s3api tempauth bulk slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
paste.filter_factory = in_process_cache:filter_factory
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
# Smaller than S3 allows, for tests that are quick.
min_segment_size = 262144
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = of-the-owner-4711 .admin
user_test_viewer = of-the-stranger-0815
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
"""


PR_SET_PDEATHSIG = 1


class Cache:
    """What memcached is to an installation, for the one process that asks it."""

    def __init__(self):
        self.items = {}

    def get(self, key, *args, **named):
        text, end = self.items.get(key, (None, 0))
        if text is None or (end and end <= time.time()):
            return None
        return json.loads(text)

    def get_multi(self, keys, *args, **named):
        return [self.get(key) for key in keys]

    # Kept for so many seconds, or as long as it runs.
    def set(self, key, value, serialize=True, time_=0, *args, **named):
        seconds = named.get('time', time_)
        self.items[key] = (json.dumps(value), time.time() + seconds if seconds else 0)

    def set_multi(self, mapping, *args, **named):
        for key, value in mapping.items():
            self.set(key, value, time=named.get('time', 0))

    def delete(self, key, *args, **named):
        self.items.pop(key, None)

    def incr(self, key, delta=1, *args, **named):
        value = int(self.get(key) or 0) + delta
        self.set(key, value, time=named.get('time', 0))
        return value

    def decr(self, key, delta=1, *args, **named):
        return self.incr(key, -delta, **named)


def filter_factory(global_conf, **local_conf):
    cache = Cache()

    def with_cache(app):
        def call(env, start_response):
            env['swift.cache'] = cache
            return app(env, start_response)

        return call

    return with_cache


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


def write_ring(name, port):
    builder = RingBuilder(2, 1, 1)
    builder.add_dev(
        {'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'd1', 'weight': 1}
    )
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, name + '.ring.gz'))


def end_with_parent():
    threading = eventlet.patcher.original('threading')

    def wait():
        # Green threads must not notice: this is the system's own read.
        while eventlet.patcher.original('os').read(0, 1):
            pass
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def serve(name, socket):
    eventlet.hubs.use_hub(utils.get_hub())
    app = wsgi.loadapp(os.path.join(folder, name + '.conf'), {'log_name': name})
    eventlet.wsgi.server(
        socket,
        app,
        wsgi.NullLogger(),
        protocol=wsgi.SwiftHttpProtocol,
        # The SDK asks for «ETag» as it is written.
        capitalize_response_headers=False,
    )


def begin(name, socket, others):
    """Serves in a process of its own, which ends with this one."""
    parent = os.getpid()
    if os.fork() != 0:
        socket.close()
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)
    for other in others:
        other.close()
    serve(name, socket)


def main():
    os.makedirs(os.path.join(folder, 'd1'), exist_ok=True)
    os.setxattr(folder, 'user.test', b'1')
    cache_module = types.ModuleType('in_process_cache')
    cache_module.filter_factory = filter_factory
    sys.modules['in_process_cache'] = cache_module
    write(
        'swift.conf',
        '[swift-hash]\nswift_hash_path_prefix = p\nswift_hash_path_suffix = s\n'
        '[storage-policy:0]\nname = one\ndefault = yes\n',
    )
    sockets = {}
    for name in ('account', 'container', 'object', 'proxy'):
        sockets[name] = eventlet.listen(('127.0.0.1', wanted_port if name == 'proxy' else 0))
        text = PROXY if name == 'proxy' else SERVER
        write(name + '.conf', text.format(folder=folder, name=name))
        if name != 'proxy':
            write_ring(name, sockets[name].getsockname()[1])
    proxy = sockets.pop('proxy')
    for name, socket in sockets.items():
        begin(name, socket, [other for other in [proxy, *sockets.values()] if other is not socket])
    end_with_parent()
    print(json.dumps({'port': proxy.getsockname()[1]}), flush=True)
    serve('proxy', proxy)


main()
