"""
OpenStack Swift with its S3 interface, all of its servers in one process, for tests.

    swift-server.py FOLDER PORT    a folder of its own, on a file system with extended attributes; 0 for any port

Prints {"port": N} when it answers on 127.0.0.1. When its standard input ends, it removes the folder and ends.
"""
import json
import os
import shutil
import sys
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


class Cache:
    """What the servers ask of memcached, which remembers nothing."""

    def get(self, *args, **named):
        return None

    def get_multi(self, keys, *args, **named):
        return [None for _ in keys]

    def set(self, *args, **named):
        pass

    set_multi = delete = set

    def incr(self, key, delta=1, *args, **named):
        return delta

    def decr(self, key, delta=1, *args, **named):
        return 0


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


def serve(socket, app):
    eventlet.wsgi.server(
        socket,
        app,
        wsgi.NullLogger(),
        protocol=wsgi.SwiftHttpProtocol,
        # The SDK asks for «ETag» as it is written.
        capitalize_response_headers=False,
    )


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
    servers = []
    for name, socket in sockets.items():
        app = wsgi.loadapp(os.path.join(folder, name + '.conf'), {'log_name': name})
        servers.append(eventlet.spawn(serve, socket, app))
    end_with_parent()
    print(json.dumps({'port': sockets['proxy'].getsockname()[1]}), flush=True)
    for server in servers:
        server.wait()


main()
