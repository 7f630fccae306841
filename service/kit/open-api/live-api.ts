export interface paths {
    "/#Service_20200316.CreateMultistreamChannelWithHLS": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a multistream WebRTC channel with HLS conversion. */
        post: operations["CreateMultistreamChannelWithHLS"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Service_20200316.CreateMultistreamChannel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a multistream WebRTC channel without HLS conversion. */
        post: operations["CreateMultistreamChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Service_20250901.CreateRTMPChannel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates an RTMP channel with HLS conversion. */
        post: operations["CreateRTMPChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Service_20200207.ListPlaylistURLs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the playlist of each connection that is on air, newest first. */
        post: operations["ListPlaylistURLs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Service_20180501.DeleteChannel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deletes a channel: disconnects its clients, ends its playlists and takes its address away. */
        post: operations["DeleteChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Service_20200729.ListChannelIDs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the channels that were created and not deleted, oldest first. */
        post: operations["ListChannelIDs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Service_20200707.GetEncryptKey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gives the key of an encrypted playlist to the member-authentication server. */
        post: operations["GetEncryptKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Service_20190205.CreateArchiveDestination": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a destination for archives: a bucket of an object store, or a folder of this machine. */
        post: operations["CreateArchiveDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Service_20190205.DeleteArchiveDestination": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deletes a destination that no channel archives to, with its secrets; its archives stay. */
        post: operations["DeleteArchiveDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Service_20190205.ListArchiveDestinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the destinations that were created and not deleted, oldest first, without their secrets. */
        post: operations["ListArchiveDestinations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20151104.DisconnectChannel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disconnects every connection of a channel. */
        post: operations["DisconnectChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20151104.DisconnectClient": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disconnects every connection of a client. */
        post: operations["DisconnectClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20151104.DisconnectConnection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disconnects a connection. */
        post: operations["DisconnectConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20201120.DisconnectChannelByRole": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disconnects the connections of a channel that have a role. */
        post: operations["DisconnectChannelByRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20201013.ListChannelConnections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the connections of a channel. */
        post: operations["ListChannelConnections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20201005.RequestRtpStream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Chooses the layer that a connection receives of one sender, or of all. */
        post: operations["RequestRtpStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20201005.ResetRtpStream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes back what RequestRtpStream chose. */
        post: operations["ResetRtpStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20200807.FocusSpotlightFixed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Puts a connection into the spotlight until it is taken out. */
        post: operations["FocusSpotlightFixed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20200807.FocusSpotlight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Puts a connection into the spotlight until others speak. */
        post: operations["FocusSpotlight"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20200807.UnfocusSpotlight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes a connection out of the spotlight. */
        post: operations["UnfocusSpotlight"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20200807.ChangeSpotlightNumber": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes how many connections are in the spotlight at most. */
        post: operations["ChangeSpotlightNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20160711.PushChannel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a message to every connection of a channel. */
        post: operations["PushChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20160711.PushClient": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a message to every connection of a client. */
        post: operations["PushClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20160711.PushConnection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a message to a connection. */
        post: operations["PushConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20201120.PushChannelByRole": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a message to the connections of a channel that have a role. */
        post: operations["PushChannelByRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20170529.GetStatsClient": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gives the counters of every connection of a client. */
        post: operations["GetStatsClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20170529.GetStatsConnection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gives the counters of a connection. */
        post: operations["GetStatsConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20190327.ChangeUpstreamVideoBitRate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes the most that a connection may send of video. */
        post: operations["ChangeUpstreamVideoBitRate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20201124.ListSignalingNotifyMetadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists what the connections of a channel tell of themselves with each notification. */
        post: operations["ListSignalingNotifyMetadata"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20201124.GetSignalingNotifyMetadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gives what a connection tells of itself with each notification; `{}` where it tells nothing. */
        post: operations["GetSignalingNotifyMetadata"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20201124.PutSignalingNotifyMetadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replaces what a connection tells of itself. */
        post: operations["PutSignalingNotifyMetadata"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20201124.DeleteSignalingNotifyMetadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Empties what a connection tells of itself. */
        post: operations["DeleteSignalingNotifyMetadata"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20201124.PutSignalingNotifyMetadataItem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets one member of what a connection tells of itself. */
        post: operations["PutSignalingNotifyMetadataItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20201124.DeleteSignalingNotifyMetadataItem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Removes one member of what a connection tells of itself. */
        post: operations["DeleteSignalingNotifyMetadataItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20200401.PauseRtpStream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stops the video that one connection receives of another; audio goes on.
         * @deprecated
         */
        post: operations["PauseRtpStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20200401.ResumeRtpStream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes back what PauseRtpStream stopped.
         * @deprecated
         */
        post: operations["ResumeRtpStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/#Sfu_20200401.ListPauseRtpStreams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists what is stopped in a channel, or for one of its receivers.
         * @deprecated
         */
        post: operations["ListPauseRtpStreams"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    authentication: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks whether an RTMP client may connect.
         * @description Sent to `auth_webhook_url` once for each connection. Redirects are not followed. The connection is refused unless the answer comes within 5 s, with a status of 2xx and a boolean `allow`.
         */
        post: operations["authenticationWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells what happened to an RTMP connection.
         * @description Sent to `event_webhook_url` when a connection is established, for each minute that it lasts, and when it is cut; at least once, in order per channel, and tried again for 24 hours until the answer is 2xx within 10 s. Redirects are not followed.
         */
        post: operations["eventWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    webrtcAuthentication: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks whether a WebRTC client may connect, and as what.
         * @description Sent to `auth_webhook_url` of a WebRTC channel once for each connection. Redirects are not followed. The connection is refused unless the answer comes within 5 s, with a status of 2xx, a boolean `allowed` and no member that breaks its rule; members besides `allowed` change what the client asked for.
         */
        post: operations["webrtcAuthenticationWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    webrtcEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells what happened to a WebRTC connection.
         * @description Sent to `event_webhook_url` of a WebRTC channel, at least once, in order per channel, and tried again for 24 hours until the answer is 2xx within 10 s. Redirects are not followed.
         */
        post: operations["webrtcEventWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    archiveEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells what became of a recording.
         * @description Sent to `event_webhook_url` of a channel of either kind: when a recording is in its store, all of it and verified, and when something is wrong on the way. At least once, and tried again for 24 hours until the answer is 2xx within 10 s. Redirects are not followed.
         */
        post: operations["archiveEventWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description One quality of the HLS output; it has video, audio or both. */
        Rendition: {
            /** @description Length of a segment, seconds. Shorter lowers latency and raises transfer volume; 2 is recommended. */
            durationSeconds: number;
            /** @description Where players start, seconds, as EXT-X-START has it: from the start of the playlist, or back from its end where negative. -2 is recommended. */
            startTimeOffset: number;
            /** @description Left out: audio only. */
            video?: {
                /** @description Pixels. An odd width is encoded at the even one just below. */
                width: number;
                /** @description Pixels. An odd height is encoded at the even one just below. */
                height: number;
                /** @description Frames per second. */
                fps: number;
                /** @description Maximum video bit rate, bit/s (not kbit/s). */
                bps: number;
                /**
                 * @description Profile of H.264.
                 * @default h264_high
                 * @enum {string}
                 */
                codec?: "h264_high" | "h264_main" | "h264_baseline";
            };
            /** @description Left out: video only. */
            audio?: {
                /**
                 * @description Audio bit rate, bit/s (not kbit/s). Encoded at the largest of 32000, 40000, 48000, 56000, 64000, 80000, 96000, 112000, 128000, 160000, 192000, 224000, 256000, 320000 not above it.
                 * @default 96000
                 */
                bps?: number;
            };
            /** @description Left out: no archive. */
            archive?: {
                /** @description Of CreateArchiveDestination of the live API. */
                archive_destination_id: string;
            };
        };
        Error: {
            /**
             * @description | Code | Status | Meaning |
             *     |---|---|---|
             *     | `UnexpectedMethod` | 400 | Operations are called by POST. |
             *     | `MissingHeaderName` | 400 | The header X-Sfu-Target is missing. |
             *     | `MissingService` | 400 | X-Sfu-Target is not of the form \<Prefix>_\<yyyymmdd>.\<Operation>. |
             *     | `InvalidTarget` | 400 | The prefix of X-Sfu-Target is neither Service nor Sfu. |
             *     | `SchemaNotFound` | 400 | There is no such operation in this version. |
             *     | `MalformedJSON` | 400 | The body is not a JSON object, or names a member twice. |
             *     | `InvalidJSON` | 400 | A member of the body breaks its rule; error_reason names each. |
             *     | `CHANNEL-NOT-FOUND` | 400 | No channel of this system has this channel_id. |
             *     | `KEY-NOT-FOUND` | 400 | No encryption key of this system has this kid. |
             *     | `ARCHIVE-DESTINATION-NOT-FOUND` | 400 | No archive destination of this system has this archive_destination_id. |
             *     | `ARCHIVE-DESTINATION-IN-USE` | 400 | Channels that are not deleted archive to this destination, or recordings are on their way to it; error_reason counts both. |
             *     | `ARCHIVE-SECRETS-LOCKED` | 400 | The key that seals archive secrets is with the desktop application, which is not running. |
             *     | `NOT-A-WEBRTC-CHANNEL` | 400 | The operation is for WebRTC channels, and this is not one. |
             *     | `CHANNEL-OF-ANOTHER-TOKEN` | 400 | Forwarded operations take only channels that were created with the same access token. |
             *     | `CONNECTION-NOT-FOUND` | 400 | The channel has no connection with this connection_id. |
             *     | `CLIENT-NOT-FOUND` | 400 | The channel has no connection with this client_id. |
             *     | `SIMULCAST-NOT-ENABLED` | 400 | The connection does not use simulcast. |
             *     | `SPOTLIGHT-NOT-ENABLED` | 400 | The channel does not use spotlight. |
             *     | `IDEMPOTENCY-KEY-REUSED` | 400 | This Idempotency-Key was used with another request within the last 24 hours. |
             *     | `InvalidHeader` | 400 | A header breaks its rule; error_reason names it. |
             *     | `MalformedRequest` | 400 | The request is not valid HTTP, or repeats a header that may be there once. |
             *     | `Unauthorized` | 401 | The bearer token is missing, unknown or revoked. |
             *     | `ForbiddenHost` | 403 | The Host header names no address that the service listens on. |
             *     | `ForbiddenOrigin` | 403 | The Origin is neither the console nor allowed in the settings. |
             *     | `PathNotFound` | 404 | The live API has one path, /. |
             *     | `RequestTimeout` | 408 | The request did not arrive in time. |
             *     | `PayloadTooLarge` | 413 | The body is larger than 1 MiB. |
             *     | `TooManyRequests` | 429 | Too many requests; try again after Retry-After seconds. |
             *     | `HeadersTooLarge` | 431 | The request line and the headers have more than 16 KiB together, or there are more than 1,000 headers. |
             *     | `HandlerException` | 500 | The service failed; its log has the details. |
             *     | `ServiceUnavailable` | 503 | A media process is restarting; try again shortly. |
             * @enum {string}
             */
            error_type: "UnexpectedMethod" | "MissingHeaderName" | "MissingService" | "InvalidTarget" | "SchemaNotFound" | "MalformedJSON" | "InvalidJSON" | "CHANNEL-NOT-FOUND" | "KEY-NOT-FOUND" | "ARCHIVE-DESTINATION-NOT-FOUND" | "ARCHIVE-DESTINATION-IN-USE" | "ARCHIVE-SECRETS-LOCKED" | "NOT-A-WEBRTC-CHANNEL" | "CHANNEL-OF-ANOTHER-TOKEN" | "CONNECTION-NOT-FOUND" | "CLIENT-NOT-FOUND" | "SIMULCAST-NOT-ENABLED" | "SPOTLIGHT-NOT-ENABLED" | "IDEMPOTENCY-KEY-REUSED" | "InvalidHeader" | "MalformedRequest" | "Unauthorized" | "ForbiddenHost" | "ForbiddenOrigin" | "PathNotFound" | "RequestTimeout" | "PayloadTooLarge" | "TooManyRequests" | "HeadersTooLarge" | "HandlerException" | "ServiceUnavailable";
            error_reason?: string | {
                member: string;
                rule: string;
            }[];
        };
    };
    responses: {
        /**
         * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
         *
         *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
         *
         *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
         */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `ForbiddenHost`: The Host header names no address that the service listens on.
         *
         *     `ForbiddenOrigin`: The Origin is neither the console nor allowed in the settings.
         */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `HandlerException`: The service failed; its log has the details. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `PayloadTooLarge`: The body is larger than 1 MiB. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `HeadersTooLarge`: The request line and the headers have more than 16 KiB together, or there are more than 1,000 headers. */
        RequestHeaderFieldsTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `RequestTimeout`: The request did not arrive in time. */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `TooManyRequests`: Too many requests; try again after Retry-After seconds. */
        TooManyRequests: {
            headers: {
                /** @description When to try again, seconds from now. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `Unauthorized`: The bearer token is missing, unknown or revoked. */
        Unauthorized: {
            headers: {
                /** @description How to authenticate. */
                "WWW-Authenticate"?: "Bearer";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Any text of the caller, for example a UUID. A repeated request with the same key gets the first answer again for 24 hours, and nothing is created twice. */
        IdempotencyKey: string;
        /** @description Of the event, the same in every attempt to deliver it. */
        WebhookId: string;
        /** @description When this attempt was made, Unix time in seconds. */
        WebhookTimestamp: string;
        /** @description `v1,` and the HMAC-SHA256, in base64, of `<webhook-id>.<webhook-timestamp>.<body>` with the key that follows `whsec_` in the secret. */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    CreateMultistreamChannelWithHLS: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Service_20200316.CreateMultistreamChannelWithHLS";
                /** @description Any text of the caller, for example a UUID. A repeated request with the same key gets the first answer again for 24 hours, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "hls": [
                 *         {
                 *           "durationSeconds": 2,
                 *           "startTimeOffset": -2,
                 *           "video": {
                 *             "width": 1280,
                 *             "height": 720,
                 *             "fps": 30,
                 *             "bps": 2500000,
                 *             "codec": "h264_high"
                 *           },
                 *           "audio": {
                 *             "bps": 128000
                 *           },
                 *           "archive": {
                 *             "archive_destination_id": "4Q8W0T2RZ6M1XKC9V5NJE7H3BD"
                 *           }
                 *         }
                 *       ],
                 *       "encrypt_key_uri": "https://members.example/key",
                 *       "auth_webhook_url": "https://members.example/webhooks/auth",
                 *       "event_webhook_url": "https://members.example/webhooks/event",
                 *       "environment": 0
                 *     }
                 */
                "application/json": {
                    /** @description Several renditions give adaptive bit rate. */
                    hls: components["schemas"]["Rendition"][];
                    /**
                     * @description https URL of the member-authentication API, which hands out keys. Empty: no encryption.
                     * @default
                     */
                    encrypt_key_uri?: string;
                    /**
                     * @description Asked before each connection. Empty: every connection is allowed.
                     * @default
                     */
                    auth_webhook_url?: string;
                    /**
                     * @description Told what happens on the channel. Empty: no event webhooks.
                     * @default
                     */
                    event_webhook_url?: string;
                    /**
                     * @description 0: normal environment, 1: verification environment.
                     * @default 0
                     * @enum {number}
                     */
                    environment?: 0 | 1;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *       "sfu_url": "wss://127.0.0.1:7443/signaling"
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                        /** @description Signaling URL that the broadcaster connects to. */
                        sfu_url: string;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `ARCHIVE-DESTINATION-NOT-FOUND`: No archive destination of this system has this archive_destination_id.
             *
             *     `InvalidHeader`: A header breaks its rule; error_reason names it.
             *
             *     `IDEMPOTENCY-KEY-REUSED`: This Idempotency-Key was used with another request within the last 24 hours.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    CreateMultistreamChannel: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Service_20200316.CreateMultistreamChannel";
                /** @description Any text of the caller, for example a UUID. A repeated request with the same key gets the first answer again for 24 hours, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "auth_webhook_url": "https://members.example/webhooks/auth",
                 *       "event_webhook_url": "https://members.example/webhooks/event",
                 *       "environment": 0
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Asked before each connection. Empty: every connection is allowed.
                     * @default
                     */
                    auth_webhook_url?: string;
                    /**
                     * @description Told what happens on the channel. Empty: no event webhooks.
                     * @default
                     */
                    event_webhook_url?: string;
                    /**
                     * @description 0: normal environment, 1: verification environment.
                     * @default 0
                     * @enum {number}
                     */
                    environment?: 0 | 1;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *       "sfu_url": "wss://127.0.0.1:7443/signaling"
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                        /** @description Signaling URL that the broadcaster connects to. */
                        sfu_url: string;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `InvalidHeader`: A header breaks its rule; error_reason names it.
             *
             *     `IDEMPOTENCY-KEY-REUSED`: This Idempotency-Key was used with another request within the last 24 hours.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    CreateRTMPChannel: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Service_20250901.CreateRTMPChannel";
                /** @description Any text of the caller, for example a UUID. A repeated request with the same key gets the first answer again for 24 hours, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "hls": [
                 *         {
                 *           "durationSeconds": 2,
                 *           "startTimeOffset": -2,
                 *           "video": {
                 *             "width": 1280,
                 *             "height": 720,
                 *             "fps": 30,
                 *             "bps": 2500000,
                 *             "codec": "h264_high"
                 *           },
                 *           "audio": {
                 *             "bps": 128000
                 *           }
                 *         },
                 *         {
                 *           "durationSeconds": 2,
                 *           "startTimeOffset": -2,
                 *           "video": {
                 *             "width": 640,
                 *             "height": 360,
                 *             "fps": 30,
                 *             "bps": 800000
                 *           },
                 *           "audio": {}
                 *         }
                 *       ],
                 *       "encrypt_key_uri": "https://members.example/key",
                 *       "auth_webhook_url": "https://members.example/webhooks/auth",
                 *       "event_webhook_url": "https://members.example/webhooks/event"
                 *     }
                 */
                "application/json": {
                    /** @description Several renditions give adaptive bit rate. */
                    hls: components["schemas"]["Rendition"][];
                    /**
                     * @description https URL of the member-authentication API, which hands out keys. Empty: no encryption.
                     * @default
                     */
                    encrypt_key_uri?: string;
                    /**
                     * @description Asked before each connection. Empty: every connection is allowed.
                     * @default
                     */
                    auth_webhook_url?: string;
                    /**
                     * @description Told what happens on the channel. Empty: no event webhooks.
                     * @default
                     */
                    event_webhook_url?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *       "ingest_url": "rtmp://127.0.0.1:1935/2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *       "playlist_url": "https://127.0.0.1:8443/2E5Z4C8N7Q1RK0V3XW9T6B8M4D/index.m3u8"
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                        /** @description Where to publish by RTMP. */
                        ingest_url: string;
                        /** @description HLS playlist that shows the newest connection. */
                        playlist_url: string;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `ARCHIVE-DESTINATION-NOT-FOUND`: No archive destination of this system has this archive_destination_id.
             *
             *     `InvalidHeader`: A header breaks its rule; error_reason names it.
             *
             *     `IDEMPOTENCY-KEY-REUSED`: This Idempotency-Key was used with another request within the last 24 hours.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    ListPlaylistURLs: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Service_20200207.ListPlaylistURLs";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D"
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *       "hls": [
                     *         {
                     *           "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ",
                     *           "playlist_url": "https://127.0.0.1:8443/2E5Z4C8N7Q1RK0V3XW9T6B8M4D/5M0QH3GJ8YVAP2S7CXE4KRN1TZ/index.m3u8"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                        hls: {
                            connection_id: string;
                            playlist_url: string;
                        }[];
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    DeleteChannel: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Service_20180501.DeleteChannel";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D"
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": Record<string, never>;
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    ListChannelIDs: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Service_20200729.ListChannelIDs";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_ids": [
                     *         "2E5Z4C8N7Q1RK0V3XW9T6B8M4D"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        channel_ids: string[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    GetEncryptKey: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Service_20200707.GetEncryptKey";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kid": "7C2NRZ0M5XK8W4QVJD3H1TB6SY"
                 *     }
                 */
                "application/json": {
                    /** @description Key id, as EXT-X-KEY of the playlist has it. */
                    kid: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "encrypt_key": "00112233445566778899aabbccddeeff"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: password
                         * @description AES-128 key, 32 hexadecimal digits.
                         */
                        encrypt_key: string;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `KEY-NOT-FOUND`: No encryption key of this system has this kid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    CreateArchiveDestination: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Service_20190205.CreateArchiveDestination";
                /** @description Any text of the caller, for example a UUID. A repeated request with the same key gets the first answer again for 24 hours, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bucket_uri": "s3://recordings/shows/",
                 *       "s3_region": "eu-central-1",
                 *       "s3_access_key_id": "AKIAIOSFODNN7EXAMPLE",
                 *       "s3_secret_access_key": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
                 *     }
                 */
                "application/json": {
                    /** @description `s3://<bucket>/<path>/`, `gs://<bucket>/<path>`, `azblob://<container>/<path>` or `file:///<path>`; the path may be empty. */
                    bucket_uri: string;
                    /** @description S3-compatible stores other than S3 itself only: a URL, or a host that is asked by https. */
                    s3_end_point?: string;
                    /** @description `s3://` only. */
                    s3_region?: string;
                    /** @description `s3://` only. */
                    s3_access_key_id?: string;
                    /**
                     * Format: password
                     * @description `s3://` only.
                     */
                    s3_secret_access_key?: string;
                    /**
                     * Format: password
                     * @description `gs://` only: the credential JSON as a string.
                     */
                    gs_credential_json?: string;
                    /** @description `azblob://` only: name of the storage account. */
                    blob_account?: string;
                    /**
                     * Format: password
                     * @description `azblob://` only: access key of the account.
                     */
                    blob_key?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "archive_destination_id": "4Q8W0T2RZ6M1XKC9V5NJE7H3BD"
                     *     }
                     */
                    "application/json": {
                        archive_destination_id: string;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `ARCHIVE-SECRETS-LOCKED`: The key that seals archive secrets is with the desktop application, which is not running.
             *
             *     `InvalidHeader`: A header breaks its rule; error_reason names it.
             *
             *     `IDEMPOTENCY-KEY-REUSED`: This Idempotency-Key was used with another request within the last 24 hours.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    DeleteArchiveDestination: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Service_20190205.DeleteArchiveDestination";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "archive_destination_id": "4Q8W0T2RZ6M1XKC9V5NJE7H3BD"
                 *     }
                 */
                "application/json": {
                    archive_destination_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": Record<string, never>;
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `ARCHIVE-DESTINATION-NOT-FOUND`: No archive destination of this system has this archive_destination_id.
             *
             *     `ARCHIVE-DESTINATION-IN-USE`: Channels that are not deleted archive to this destination, or recordings are on their way to it; error_reason counts both.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    ListArchiveDestinations: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Service_20190205.ListArchiveDestinations";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "destinations": [
                     *         {
                     *           "archive_destination_id": "4Q8W0T2RZ6M1XKC9V5NJE7H3BD",
                     *           "bucket_uri": "s3://recordings/shows/"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        destinations: {
                            archive_destination_id: string;
                            bucket_uri: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    DisconnectChannel: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20151104.DisconnectChannel";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "reason": {
                 *         "cause": "maintenance"
                 *       }
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    /** @description Handed on to the event webhook of each connection that it ends. */
                    reason?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D"
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    DisconnectClient: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20151104.DisconnectClient";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "client_id": "studio-1",
                 *       "reason": {
                 *         "cause": "maintenance"
                 *       }
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    client_id: string;
                    /** @description Handed on to the event webhook of each connection that it ends. */
                    reason?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *       "client_id": "studio-1"
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                        client_id: string;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CLIENT-NOT-FOUND`: The channel has no connection with this client_id.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    DisconnectConnection: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20151104.DisconnectConnection";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ",
                 *       "reason": {
                 *         "cause": "maintenance"
                 *       }
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    connection_id: string;
                    /** @description Handed on to the event webhook of each connection that it ends. */
                    reason?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ"
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                        connection_id: string;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CONNECTION-NOT-FOUND`: The channel has no connection with this connection_id.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    DisconnectChannelByRole: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20201120.DisconnectChannelByRole";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "role": "sendonly",
                 *       "reason": {
                 *         "cause": "maintenance"
                 *       }
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    /** @enum {string} */
                    role: "sendrecv" | "sendonly" | "recvonly";
                    /** @description Handed on to the event webhook of each connection that it ends. */
                    reason?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *       "role": "sendonly"
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                        /** @enum {string} */
                        role: "sendrecv" | "sendonly" | "recvonly";
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    ListChannelConnections: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20201013.ListChannelConnections";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D"
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    local?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *         "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ",
                     *         "session_id": "3R9XW5K1TQ7ZC0V8MB2N4J6HDF",
                     *         "client_id": "studio-1",
                     *         "bundle_id": "studio-1",
                     *         "role": "sendonly",
                     *         "multistream": true,
                     *         "simulcast": false,
                     *         "spotlight": false,
                     *         "created_time": 1795201200,
                     *         "created_timestamp": "2026-11-20T19:00:00.000000Z",
                     *         "node_name": "airdesk",
                     *         "recording_block": false,
                     *         "audio": {
                     *           "codec_type": "OPUS"
                     *         },
                     *         "video": {
                     *           "codec_type": "VP9",
                     *           "bit_rate": 2500
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": {
                        channel_id: string;
                        session_id: string;
                        client_id: string;
                        bundle_id: string;
                        connection_id: string;
                        /** @enum {string} */
                        role: "sendrecv" | "sendonly" | "recvonly";
                        /** @constant */
                        multistream: true;
                        simulcast: boolean;
                        spotlight: boolean;
                        /** @description Unix time, seconds. */
                        created_time: number;
                        /** @description RFC 3339. */
                        created_timestamp: string;
                        node_name: string;
                        recording_block: boolean;
                        event_metadata?: unknown;
                        audio: boolean | {
                            [key: string]: unknown;
                        };
                        video: boolean | {
                            [key: string]: unknown;
                        };
                    }[];
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    RequestRtpStream: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20201005.RequestRtpStream";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "recv_connection_id": "1F7K3D9XQ5Z2V8B0MWC4T6RJNH",
                 *       "send_connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ",
                 *       "rid": "r1"
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    recv_connection_id: string;
                    send_connection_id?: string;
                    /** @enum {string} */
                    rid: "r0" | "r1" | "r2";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *       "recv_connection_id": "1F7K3D9XQ5Z2V8B0MWC4T6RJNH",
                     *       "send_connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ",
                     *       "rid": "r1"
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                        recv_connection_id: string;
                        send_connection_id?: string;
                        /** @enum {string} */
                        rid: "r0" | "r1" | "r2";
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CONNECTION-NOT-FOUND`: The channel has no connection with this connection_id.
             *
             *     `SIMULCAST-NOT-ENABLED`: The connection does not use simulcast.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    ResetRtpStream: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20201005.ResetRtpStream";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "recv_connection_id": "1F7K3D9XQ5Z2V8B0MWC4T6RJNH",
                 *       "send_connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ"
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    recv_connection_id: string;
                    send_connection_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *       "recv_connection_id": "1F7K3D9XQ5Z2V8B0MWC4T6RJNH",
                     *       "send_connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ"
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                        recv_connection_id: string;
                        send_connection_id?: string;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CONNECTION-NOT-FOUND`: The channel has no connection with this connection_id.
             *
             *     `SIMULCAST-NOT-ENABLED`: The connection does not use simulcast.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    FocusSpotlightFixed: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20200807.FocusSpotlightFixed";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ"
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    connection_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ"
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                        connection_id: string;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CONNECTION-NOT-FOUND`: The channel has no connection with this connection_id.
             *
             *     `SPOTLIGHT-NOT-ENABLED`: The channel does not use spotlight.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    FocusSpotlight: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20200807.FocusSpotlight";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ"
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    connection_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ"
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                        connection_id: string;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CONNECTION-NOT-FOUND`: The channel has no connection with this connection_id.
             *
             *     `SPOTLIGHT-NOT-ENABLED`: The channel does not use spotlight.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    UnfocusSpotlight: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20200807.UnfocusSpotlight";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ"
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    connection_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ"
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                        connection_id: string;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CONNECTION-NOT-FOUND`: The channel has no connection with this connection_id.
             *
             *     `SPOTLIGHT-NOT-ENABLED`: The channel does not use spotlight.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    ChangeSpotlightNumber: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20200807.ChangeSpotlightNumber";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "spotlight_number": 3
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    spotlight_number: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *       "spotlight_number": 3
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                        spotlight_number: number;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `SPOTLIGHT-NOT-ENABLED`: The channel does not use spotlight.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    PushChannel: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20160711.PushChannel";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "data": {
                 *         "greeting": "Good evening"
                 *       }
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    data: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "push",
                     *       "data": {
                     *         "greeting": "Good evening"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        type: "push";
                        data: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    PushClient: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20160711.PushClient";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "client_id": "studio-1",
                 *       "data": {
                 *         "greeting": "Good evening"
                 *       }
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    client_id: string;
                    data: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "push",
                     *       "data": {
                     *         "greeting": "Good evening"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        type: "push";
                        data: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CLIENT-NOT-FOUND`: The channel has no connection with this client_id.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    PushConnection: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20160711.PushConnection";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ",
                 *       "data": {
                 *         "greeting": "Good evening"
                 *       }
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    connection_id: string;
                    data: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "push",
                     *       "data": {
                     *         "greeting": "Good evening"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        type: "push";
                        data: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CONNECTION-NOT-FOUND`: The channel has no connection with this connection_id.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    PushChannelByRole: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20201120.PushChannelByRole";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "role": "sendonly",
                 *       "data": {
                 *         "greeting": "Good evening"
                 *       }
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    /** @enum {string} */
                    role: "sendrecv" | "sendonly" | "recvonly";
                    data: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "push",
                     *       "data": {
                     *         "greeting": "Good evening"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        type: "push";
                        data: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    GetStatsClient: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20170529.GetStatsClient";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "client_id": "studio-1"
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    client_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "timestamp": "2026-11-20T19:00:00.000000Z",
                     *         "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *         "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ",
                     *         "session_id": "3R9XW5K1TQ7ZC0V8MB2N4J6HDF",
                     *         "client_id": "studio-1",
                     *         "bundle_id": "studio-1",
                     *         "rtp": {
                     *           "total_received_rtp": 18204,
                     *           "total_sent_rtp": 0
                     *         },
                     *         "spotlight": {
                     *           "total_spotlight_focus_succeeded": 3,
                     *           "total_spotlight_focus_failed": 1,
                     *           "total_spotlight_unfocus_audio_no_room": 92,
                     *           "total_spotlight_unfocus_audio_out_packet": 1877,
                     *           "total_spotlight_unfocus_audio_publish": 2,
                     *           "total_spotlight_audible_to_focus_delay_us": 1460250
                     *         },
                     *         "ice_connection_state": {
                     *           "total_checking": 1,
                     *           "total_connected": 1,
                     *           "total_disconnected": 0,
                     *           "total_checking_duration_ms": 46,
                     *           "total_disconnected_duration_ms": 0
                     *         },
                     *         "sctp": {
                     *           "total_received_sctp": 0,
                     *           "total_received_sctp_byte_size": 0,
                     *           "total_sent_sctp": 0,
                     *           "total_sent_sctp_byte_size": 0
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": ({
                        timestamp: string;
                        channel_id: string;
                        session_id: string;
                        client_id: string;
                        bundle_id: string;
                        connection_id: string;
                        spotlight?: {
                            /** @description Times that it came into focus, by speech or by an operation. */
                            total_spotlight_focus_succeeded: number;
                            /** @description Times that it spoke out of focus, and fell silent (for 1.5 s) without having come into it. */
                            total_spotlight_focus_failed: number;
                            /** @description Packets of its speech that the others did not get, for it was not in focus. */
                            total_spotlight_unfocus_audio_no_room: number;
                            /** @description Packets of its sound that the others did not get, for it was not in focus, and that were no speech. */
                            total_spotlight_unfocus_audio_out_packet: number;
                            /** @description Times that it came into focus while it spoke, so that the others get what it says. */
                            total_spotlight_unfocus_audio_publish: number;
                            /** @description Microseconds in all of those times, from the first sound of −50 dBov or louder to the focus. */
                            total_spotlight_audible_to_focus_delay_us: number;
                        };
                        ice_connection_state?: {
                            /** @description Times that ICE began to look for a way. */
                            total_checking: number;
                            /** @description Times that it found one. */
                            total_connected: number;
                            /** @description Times that it lost it. */
                            total_disconnected: number;
                            /** @description Milliseconds in all that it looked for a way. */
                            total_checking_duration_ms: number;
                            /** @description Milliseconds in all without the way that it had. */
                            total_disconnected_duration_ms: number;
                        };
                        sctp?: {
                            /** @description 0: no SCTP is spoken, for data channels are declined. */
                            total_received_sctp: number;
                            /** @description 0: no SCTP is spoken, for data channels are declined. */
                            total_received_sctp_byte_size: number;
                            /** @description 0: no SCTP is spoken, for data channels are declined. */
                            total_sent_sctp: number;
                            /** @description 0: no SCTP is spoken, for data channels are declined. */
                            total_sent_sctp_byte_size: number;
                        };
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CLIENT-NOT-FOUND`: The channel has no connection with this client_id.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    GetStatsConnection: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20170529.GetStatsConnection";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ"
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    connection_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "timestamp": "2026-11-20T19:00:00.000000Z",
                     *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ",
                     *       "session_id": "3R9XW5K1TQ7ZC0V8MB2N4J6HDF",
                     *       "client_id": "studio-1",
                     *       "bundle_id": "studio-1",
                     *       "rtp": {
                     *         "total_received_rtp": 18204,
                     *         "total_sent_rtp": 0
                     *       },
                     *       "spotlight": {
                     *         "total_spotlight_focus_succeeded": 3,
                     *         "total_spotlight_focus_failed": 1,
                     *         "total_spotlight_unfocus_audio_no_room": 92,
                     *         "total_spotlight_unfocus_audio_out_packet": 1877,
                     *         "total_spotlight_unfocus_audio_publish": 2,
                     *         "total_spotlight_audible_to_focus_delay_us": 1460250
                     *       },
                     *       "ice_connection_state": {
                     *         "total_checking": 1,
                     *         "total_connected": 1,
                     *         "total_disconnected": 0,
                     *         "total_checking_duration_ms": 46,
                     *         "total_disconnected_duration_ms": 0
                     *       },
                     *       "sctp": {
                     *         "total_received_sctp": 0,
                     *         "total_received_sctp_byte_size": 0,
                     *         "total_sent_sctp": 0,
                     *         "total_sent_sctp_byte_size": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        timestamp: string;
                        channel_id: string;
                        session_id: string;
                        client_id: string;
                        bundle_id: string;
                        connection_id: string;
                        spotlight?: {
                            /** @description Times that it came into focus, by speech or by an operation. */
                            total_spotlight_focus_succeeded: number;
                            /** @description Times that it spoke out of focus, and fell silent (for 1.5 s) without having come into it. */
                            total_spotlight_focus_failed: number;
                            /** @description Packets of its speech that the others did not get, for it was not in focus. */
                            total_spotlight_unfocus_audio_no_room: number;
                            /** @description Packets of its sound that the others did not get, for it was not in focus, and that were no speech. */
                            total_spotlight_unfocus_audio_out_packet: number;
                            /** @description Times that it came into focus while it spoke, so that the others get what it says. */
                            total_spotlight_unfocus_audio_publish: number;
                            /** @description Microseconds in all of those times, from the first sound of −50 dBov or louder to the focus. */
                            total_spotlight_audible_to_focus_delay_us: number;
                        };
                        ice_connection_state?: {
                            /** @description Times that ICE began to look for a way. */
                            total_checking: number;
                            /** @description Times that it found one. */
                            total_connected: number;
                            /** @description Times that it lost it. */
                            total_disconnected: number;
                            /** @description Milliseconds in all that it looked for a way. */
                            total_checking_duration_ms: number;
                            /** @description Milliseconds in all without the way that it had. */
                            total_disconnected_duration_ms: number;
                        };
                        sctp?: {
                            /** @description 0: no SCTP is spoken, for data channels are declined. */
                            total_received_sctp: number;
                            /** @description 0: no SCTP is spoken, for data channels are declined. */
                            total_received_sctp_byte_size: number;
                            /** @description 0: no SCTP is spoken, for data channels are declined. */
                            total_sent_sctp: number;
                            /** @description 0: no SCTP is spoken, for data channels are declined. */
                            total_sent_sctp_byte_size: number;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CONNECTION-NOT-FOUND`: The channel has no connection with this connection_id.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    ChangeUpstreamVideoBitRate: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20190327.ChangeUpstreamVideoBitRate";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ",
                 *       "bit_rate": 1500
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    connection_id: string;
                    /** @description kbit/s. */
                    bit_rate: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ",
                     *       "bit_rate": 1500
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                        connection_id: string;
                        /** @description kbit/s. */
                        bit_rate: number;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CONNECTION-NOT-FOUND`: The channel has no connection with this connection_id.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    ListSignalingNotifyMetadata: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20201124.ListSignalingNotifyMetadata";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D"
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "client_id": "studio-1",
                     *         "bundle_id": "studio-1",
                     *         "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ",
                     *         "metadata": {
                     *           "name": "Camera 1",
                     *           "tally": "off"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": {
                        client_id: string;
                        bundle_id: string;
                        connection_id: string;
                        metadata: unknown;
                    }[];
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    GetSignalingNotifyMetadata: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20201124.GetSignalingNotifyMetadata";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ"
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    connection_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Camera 1",
                     *       "tally": "off"
                     *     }
                     */
                    "application/json": string | number | boolean | null | unknown[] | {
                        [key: string]: unknown;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CONNECTION-NOT-FOUND`: The channel has no connection with this connection_id.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    PutSignalingNotifyMetadata: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20201124.PutSignalingNotifyMetadata";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ",
                 *       "metadata": {
                 *         "name": "Camera 1",
                 *         "tally": "off"
                 *       },
                 *       "push": true
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    connection_id: string;
                    metadata: string | number | boolean | null | unknown[] | {
                        [key: string]: unknown;
                    };
                    push?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Camera 1",
                     *       "tally": "off"
                     *     }
                     */
                    "application/json": string | number | boolean | null | unknown[] | {
                        [key: string]: unknown;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CONNECTION-NOT-FOUND`: The channel has no connection with this connection_id.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    DeleteSignalingNotifyMetadata: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20201124.DeleteSignalingNotifyMetadata";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ",
                 *       "push": true
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    connection_id: string;
                    push?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CONNECTION-NOT-FOUND`: The channel has no connection with this connection_id.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    PutSignalingNotifyMetadataItem: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20201124.PutSignalingNotifyMetadataItem";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ",
                 *       "key": "tally",
                 *       "value": "on",
                 *       "push": true
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    connection_id: string;
                    key: string;
                    value: string | number | boolean | null | unknown[] | {
                        [key: string]: unknown;
                    };
                    push?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Camera 1",
                     *       "tally": "on"
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CONNECTION-NOT-FOUND`: The channel has no connection with this connection_id.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    DeleteSignalingNotifyMetadataItem: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20201124.DeleteSignalingNotifyMetadataItem";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ",
                 *       "key": "tally",
                 *       "push": true
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    connection_id: string;
                    key: string;
                    push?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Camera 1"
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CONNECTION-NOT-FOUND`: The channel has no connection with this connection_id.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    PauseRtpStream: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20200401.PauseRtpStream";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "recv_connection_id": "1F7K3D9XQ5Z2V8B0MWC4T6RJNH",
                 *       "send_connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ"
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    recv_connection_id: string;
                    send_connection_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *       "recv_connection_id": "1F7K3D9XQ5Z2V8B0MWC4T6RJNH",
                     *       "send_connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ"
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                        recv_connection_id: string;
                        send_connection_id: string;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CONNECTION-NOT-FOUND`: The channel has no connection with this connection_id.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    ResumeRtpStream: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20200401.ResumeRtpStream";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "recv_connection_id": "1F7K3D9XQ5Z2V8B0MWC4T6RJNH",
                 *       "send_connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ"
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    recv_connection_id: string;
                    send_connection_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *       "recv_connection_id": "1F7K3D9XQ5Z2V8B0MWC4T6RJNH",
                     *       "send_connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ"
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                        recv_connection_id: string;
                        send_connection_id: string;
                    };
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             *
             *     `CONNECTION-NOT-FOUND`: The channel has no connection with this connection_id.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    ListPauseRtpStreams: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the operation. */
                "X-Sfu-Target": "Sfu_20200401.ListPauseRtpStreams";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D"
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    recv_connection_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                     *         "recv_connection_id": "1F7K3D9XQ5Z2V8B0MWC4T6RJNH",
                     *         "send_connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        channel_id: string;
                        recv_connection_id: string;
                        send_connection_id: string;
                    }[];
                };
            };
            /**
             * @description `MalformedJSON`: The body is not a JSON object, or names a member twice.
             *
             *     `InvalidJSON`: A member of the body breaks its rule; error_reason names each.
             *
             *     `MalformedRequest`: The request is not valid HTTP, or repeats a header that may be there once.
             *
             *     `CHANNEL-NOT-FOUND`: No channel of this system has this channel_id.
             *
             *     `CHANNEL-OF-ANOTHER-TOKEN`: Forwarded operations take only channels that were created with the same access token.
             *
             *     `NOT-A-WEBRTC-CHANNEL`: The operation is for WebRTC channels, and this is not one.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    authenticationWebhook: {
        parameters: {
            query?: never;
            header: {
                /** @description Of the event, the same in every attempt to deliver it. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was made, Unix time in seconds. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256, in base64, of `<webhook-id>.<webhook-timestamp>.<body>` with the key that follows `whsec_` in the secret. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "label": "Service RTMP",
                 *       "role": "rtmprelay"
                 *     }
                 */
                "application/json": {
                    channel_id: string;
                    connection_id: string;
                    /** @description ISO 8601, UTC, with fractional seconds. */
                    timestamp: string;
                    /** @constant */
                    label: "Service RTMP";
                    /** @constant */
                    role: "rtmprelay";
                };
            };
        };
        responses: {
            /** @description Decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the client may connect. */
                        allow: boolean;
                        /** @description What the encoder is told when it may not. */
                        reason?: string;
                    };
                };
            };
        };
    };
    eventWebhook: {
        parameters: {
            query?: never;
            header: {
                /** @description Of the event, the same in every attempt to deliver it. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was made, Unix time in seconds. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256, in base64, of `<webhook-id>.<webhook-timestamp>.<body>` with the key that follows `whsec_` in the secret. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "connection.created";
                    channel_id: string;
                    connection_id: string;
                    /** @description ISO 8601, UTC, with fractional seconds. */
                    timestamp: string;
                    /** @constant */
                    label: "Service RTMP";
                    /** @constant */
                    role: "rtmprelay";
                } | {
                    /** @constant */
                    type: "connection.updated";
                    channel_id: string;
                    connection_id: string;
                    /** @description ISO 8601, UTC, with fractional seconds. */
                    timestamp: string;
                    /** @constant */
                    label: "Service RTMP";
                    /** @constant */
                    role: "rtmprelay";
                    data: {
                        /** @description Connection duration, whole minutes. */
                        minutes: number;
                        /** @description Bytes received from the client so far. */
                        total_received_bytes: number;
                    };
                } | {
                    /** @constant */
                    type: "connection.destroyed";
                    channel_id: string;
                    connection_id: string;
                    /** @description ISO 8601, UTC, with fractional seconds. */
                    timestamp: string;
                    /** @constant */
                    label: "Service RTMP";
                    /** @constant */
                    role: "rtmprelay";
                    data: {
                        /** @description Connection duration, whole minutes. */
                        minutes: number;
                        /** @description Bytes received from the client so far. */
                        total_received_bytes: number;
                    };
                };
            };
        };
        responses: {
            /** @description Taken. The body is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webrtcAuthenticationWebhook: {
        parameters: {
            query?: never;
            header: {
                /** @description Of the event, the same in every attempt to deliver it. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was made, Unix time in seconds. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256, in base64, of `<webhook-id>.<webhook-timestamp>.<body>` with the key that follows `whsec_` in the secret. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Id of the connection, as in the body. */
                "sora-connection-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "7C2XJ5R0MZ9K4V8T3BQ6WN1YHD",
                 *       "timestamp": "2026-11-20T10:00:00.000000Z",
                 *       "version": "0.1.0",
                 *       "label": "Service SFU",
                 *       "node_name": "airdesk",
                 *       "role": "sendonly",
                 *       "channel_id": "2E5Z4C8N7Q1RK0V3XW9T6B8M4D",
                 *       "connection_id": "5M0QH3GJ8YVAP2S7CXE4KRN1TZ",
                 *       "client_id": "studio-1",
                 *       "multistream": true,
                 *       "simulcast": true,
                 *       "spotlight": false,
                 *       "audio": true,
                 *       "video": true,
                 *       "video_codec_type": "VP8",
                 *       "video_bit_rate": 2500,
                 *       "data_channel_signaling": false,
                 *       "ignore_disconnect_websocket": false,
                 *       "metadata": {
                 *         "token": "of the customer"
                 *       },
                 *       "e2ee": false,
                 *       "sora_client": {
                 *         "raw": "Sora JavaScript SDK 2026.1.0",
                 *         "type": "Sora JavaScript SDK",
                 *         "version": "2026.1.0",
                 *         "environment": "Mozilla/5.0"
                 *       },
                 *       "channel_connections": 0,
                 *       "channel_sendrecv_connections": 0,
                 *       "channel_sendonly_connections": 0,
                 *       "channel_recvonly_connections": 0
                 *     }
                 */
                "application/json": {
                    id: string;
                    /** @description RFC 3339, UTC, microseconds. */
                    timestamp: string;
                    version: string;
                    /** @constant */
                    label: "Service SFU";
                    node_name: string;
                    /** @enum {string} */
                    role: "sendrecv" | "sendonly" | "recvonly";
                    channel_id: string;
                    connection_id: string;
                    /** @description As the client chose it. */
                    client_id?: string;
                    /** @description As the client chose it. */
                    bundle_id?: string;
                    /** @constant */
                    multistream: true;
                    simulcast: boolean;
                    /** @enum {string} */
                    simulcast_rid?: "r0" | "r1" | "r2";
                    simulcast_request_rid?: ("r0" | "r1" | "r2") | "none";
                    spotlight: boolean;
                    spotlight_number?: number;
                    spotlight_focus_rid?: ("r0" | "r1" | "r2") | "none";
                    spotlight_unfocus_rid?: ("r0" | "r1" | "r2") | "none";
                    audio: boolean;
                    /** @enum {string} */
                    audio_codec_type?: "OPUS";
                    /** @description kbit/s. */
                    audio_bit_rate?: number;
                    video: boolean;
                    /** @enum {string} */
                    video_codec_type?: "VP8" | "VP9" | "AV1" | "H264";
                    /** @description kbit/s. */
                    video_bit_rate?: number;
                    video_vp9_params?: {
                        [key: string]: unknown;
                    };
                    video_av1_params?: {
                        [key: string]: unknown;
                    };
                    video_h264_params?: {
                        [key: string]: unknown;
                    };
                    audio_opus_params?: {
                        channels?: number;
                        maxplaybackrate?: number;
                        minptime?: number;
                        ptime?: number;
                        stereo?: boolean;
                        sprop_stereo?: boolean;
                        useinbandfec?: boolean;
                        usedtx?: boolean;
                    };
                    data_channel_signaling: boolean;
                    ignore_disconnect_websocket: boolean;
                    /** @description As the client sent it. Declined. */
                    data_channels?: unknown;
                    /** @description As the client sent it. */
                    forwarding_filter?: {
                        /** @description Which no other filter of the list has; `default` where left out. */
                        name?: string;
                        /** @description The highest is judged first; 32767 where left out. Given together with `name`. */
                        priority?: number;
                        /**
                         * @description What becomes of a track that matches; `block` by default.
                         * @enum {string}
                         */
                        action?: "block" | "allow";
                        /** @description A track matches where it meets all rules of one of these arrays. */
                        rules: {
                            /**
                             * @description Of who sends the track, or of the track.
                             * @enum {string}
                             */
                            field: "connection_id" | "client_id" | "kind";
                            /** @enum {string} */
                            operator: "is_in" | "is_not_in";
                            /** @description Of `kind`: `audio`, `video`. */
                            values: string[];
                        }[][];
                        /** @description Told to the authentication webhook; not heeded otherwise. */
                        version?: string;
                        /** @description Told to the authentication webhook; not heeded otherwise. */
                        metadata?: unknown;
                    };
                    /** @description As the client sent it. */
                    forwarding_filters?: {
                        /** @description Which no other filter of the list has; `default` where left out. */
                        name?: string;
                        /** @description The highest is judged first; 32767 where left out. Given together with `name`. */
                        priority?: number;
                        /**
                         * @description What becomes of a track that matches; `block` by default.
                         * @enum {string}
                         */
                        action?: "block" | "allow";
                        /** @description A track matches where it meets all rules of one of these arrays. */
                        rules: {
                            /**
                             * @description Of who sends the track, or of the track.
                             * @enum {string}
                             */
                            field: "connection_id" | "client_id" | "kind";
                            /** @enum {string} */
                            operator: "is_in" | "is_not_in";
                            /** @description Of `kind`: `audio`, `video`. */
                            values: string[];
                        }[][];
                        /** @description Told to the authentication webhook; not heeded otherwise. */
                        version?: string;
                        /** @description Told to the authentication webhook; not heeded otherwise. */
                        metadata?: unknown;
                    }[];
                    /** @description As the client sent it. */
                    metadata?: unknown;
                    /** @constant */
                    e2ee: false;
                    /** @description What the client says of itself. */
                    sora_client: {
                        raw?: string;
                        type?: string;
                        version?: string;
                        commit_short?: string;
                        libwebrtc?: string;
                        environment?: string;
                    };
                    channel_connections: number;
                    channel_sendrecv_connections: number;
                    channel_sendonly_connections: number;
                    channel_recvonly_connections: number;
                };
            };
        };
        responses: {
            /** @description Decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        client_id?: string;
                        bundle_id?: string;
                        audio?: boolean;
                        /** @enum {string} */
                        audio_codec_type?: "OPUS";
                        audio_bit_rate?: number;
                        audio_opus_params?: {
                            channels?: number;
                            maxplaybackrate?: number;
                            minptime?: number;
                            ptime?: number;
                            stereo?: boolean;
                            sprop_stereo?: boolean;
                            useinbandfec?: boolean;
                            usedtx?: boolean;
                        };
                        video?: boolean;
                        /** @enum {string} */
                        video_codec_type?: "VP8" | "VP9" | "AV1" | "H264";
                        video_bit_rate?: number;
                        video_vp9_params?: {
                            [key: string]: unknown;
                        };
                        video_av1_params?: {
                            [key: string]: unknown;
                        };
                        video_h264_params?: {
                            [key: string]: unknown;
                        };
                        simulcast?: boolean;
                        /** @enum {string} */
                        simulcast_rid?: "r0" | "r1" | "r2";
                        simulcast_request_rid?: ("r0" | "r1" | "r2") | "none";
                        simulcast_encodings?: {
                            /** @enum {string} */
                            rid: "r0" | "r1" | "r2";
                            active?: boolean;
                            scaleResolutionDownBy?: number;
                            /** @description Pixels. */
                            scaleResolutionDownTo?: {
                                maxWidth: number;
                                maxHeight: number;
                            };
                            /** @description bit/s. */
                            maxBitrate?: number;
                            maxFramerate?: number;
                            adaptivePtime?: boolean;
                            scalabilityMode?: string;
                        }[];
                        spotlight?: boolean;
                        spotlight_number?: number;
                        spotlight_focus_rid?: ("r0" | "r1" | "r2") | "none";
                        spotlight_unfocus_rid?: ("r0" | "r1" | "r2") | "none";
                        spotlight_encodings?: {
                            /** @enum {string} */
                            rid: "r0" | "r1" | "r2";
                            active?: boolean;
                            scaleResolutionDownBy?: number;
                            /** @description Pixels. */
                            scaleResolutionDownTo?: {
                                maxWidth: number;
                                maxHeight: number;
                            };
                            /** @description bit/s. */
                            maxBitrate?: number;
                            maxFramerate?: number;
                            adaptivePtime?: boolean;
                            scalabilityMode?: string;
                        }[];
                        /** @description Old name of `forwarding_filters`, with one filter; not heeded beside those. */
                        forwarding_filter?: {
                            /** @description Which no other filter of the list has; `default` where left out. */
                            name?: string;
                            /** @description The highest is judged first; 32767 where left out. Given together with `name`. */
                            priority?: number;
                            /**
                             * @description What becomes of a track that matches; `block` by default.
                             * @enum {string}
                             */
                            action?: "block" | "allow";
                            /** @description A track matches where it meets all rules of one of these arrays. */
                            rules: {
                                /**
                                 * @description Of who sends the track, or of the track.
                                 * @enum {string}
                                 */
                                field: "connection_id" | "client_id" | "kind";
                                /** @enum {string} */
                                operator: "is_in" | "is_not_in";
                                /** @description Of `kind`: `audio`, `video`. */
                                values: string[];
                            }[][];
                            /** @description Told to the authentication webhook; not heeded otherwise. */
                            version?: string;
                            /** @description Told to the authentication webhook; not heeded otherwise. */
                            metadata?: unknown;
                        };
                        /** @description In place of all that the client gave; an empty array for none. At most 16 KiB. */
                        forwarding_filters?: {
                            /** @description Which no other filter of the list has; `default` where left out. */
                            name?: string;
                            /** @description The highest is judged first; 32767 where left out. Given together with `name`. */
                            priority?: number;
                            /**
                             * @description What becomes of a track that matches; `block` by default.
                             * @enum {string}
                             */
                            action?: "block" | "allow";
                            /** @description A track matches where it meets all rules of one of these arrays. */
                            rules: {
                                /**
                                 * @description Of who sends the track, or of the track.
                                 * @enum {string}
                                 */
                                field: "connection_id" | "client_id" | "kind";
                                /** @enum {string} */
                                operator: "is_in" | "is_not_in";
                                /** @description Of `kind`: `audio`, `video`. */
                                values: string[];
                            }[][];
                            /** @description Told to the authentication webhook; not heeded otherwise. */
                            version?: string;
                            /** @description Told to the authentication webhook; not heeded otherwise. */
                            metadata?: unknown;
                        }[];
                        /** @description False: it is told nothing of others. */
                        signaling_notify?: boolean;
                        /** @description Told to the others as `authz_metadata`; at most 16 KiB. */
                        signaling_notify_metadata?: unknown;
                        /** @description Given to the client with its offer. */
                        metadata?: unknown;
                        /** @description Repeated in the event webhooks of the connection. */
                        event_metadata?: unknown;
                        /** @description Seconds, from when media is connected. */
                        connection_lifetime?: number;
                        /** @constant */
                        allowed: true;
                    } | {
                        /** @constant */
                        allowed: false;
                        /** @description What the client is told; cut at 123 bytes. */
                        reason?: string;
                    };
                };
            };
        };
    };
    webrtcEventWebhook: {
        parameters: {
            query?: never;
            header: {
                /** @description Of the event, the same in every attempt to deliver it. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was made, Unix time in seconds. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256, in base64, of `<webhook-id>.<webhook-timestamp>.<body>` with the key that follows `whsec_` in the secret. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "connection.created";
                    id: string;
                    /** @description RFC 3339, UTC, microseconds. */
                    timestamp: string;
                    /** @constant */
                    log_written: true;
                    version: string;
                    /** @constant */
                    label: "Service SFU";
                    node_name: string;
                    /** @enum {string} */
                    role: "sendrecv" | "sendonly" | "recvonly";
                    channel_id: string;
                    session_id: string;
                    client_id: string;
                    bundle_id: string;
                    connection_id: string;
                    /** @constant */
                    multistream: true;
                    simulcast: boolean;
                    spotlight: boolean;
                    event_metadata?: unknown;
                    data: {
                        /** @description Whole minutes since media was connected. */
                        minutes: number;
                        audio: boolean;
                        /** @enum {string} */
                        audio_codec_type?: "OPUS";
                        /** @description kbit/s. */
                        audio_bit_rate?: number;
                        video: boolean;
                        /** @enum {string} */
                        video_codec_type?: "VP8" | "VP9" | "AV1" | "H264";
                        /** @description kbit/s. */
                        video_bit_rate?: number;
                        video_vp9_params?: {
                            [key: string]: unknown;
                        };
                        video_av1_params?: {
                            [key: string]: unknown;
                        };
                        video_h264_params?: {
                            [key: string]: unknown;
                        };
                        channel_connections: number;
                        channel_sendrecv_connections: number;
                        channel_sendonly_connections: number;
                        channel_recvonly_connections: number;
                        /** @constant */
                        turn_transport_type: "udp";
                        /** @description Unix time, seconds. */
                        created_time: number;
                        /** @description RFC 3339, UTC, microseconds. */
                        created_timestamp: string;
                        ice_connection_state: {
                            /** @description Milliseconds. */
                            total_checking_duration_ms: number;
                            /** @description Milliseconds. */
                            total_disconnected_duration_ms: number;
                        };
                        total_received_bytes: number;
                        total_sent_bytes: number;
                    };
                } | {
                    /** @constant */
                    type: "connection.updated";
                    id: string;
                    /** @description RFC 3339, UTC, microseconds. */
                    timestamp: string;
                    /** @constant */
                    log_written: true;
                    version: string;
                    /** @constant */
                    label: "Service SFU";
                    node_name: string;
                    /** @enum {string} */
                    role: "sendrecv" | "sendonly" | "recvonly";
                    channel_id: string;
                    session_id: string;
                    client_id: string;
                    bundle_id: string;
                    connection_id: string;
                    /** @constant */
                    multistream: true;
                    simulcast: boolean;
                    spotlight: boolean;
                    event_metadata?: unknown;
                    data: {
                        /** @description Whole minutes since media was connected. */
                        minutes: number;
                        audio: boolean;
                        /** @enum {string} */
                        audio_codec_type?: "OPUS";
                        /** @description kbit/s. */
                        audio_bit_rate?: number;
                        video: boolean;
                        /** @enum {string} */
                        video_codec_type?: "VP8" | "VP9" | "AV1" | "H264";
                        /** @description kbit/s. */
                        video_bit_rate?: number;
                        video_vp9_params?: {
                            [key: string]: unknown;
                        };
                        video_av1_params?: {
                            [key: string]: unknown;
                        };
                        video_h264_params?: {
                            [key: string]: unknown;
                        };
                        channel_connections: number;
                        channel_sendrecv_connections: number;
                        channel_sendonly_connections: number;
                        channel_recvonly_connections: number;
                        /** @constant */
                        turn_transport_type: "udp";
                        /** @description Unix time, seconds. */
                        created_time: number;
                        /** @description RFC 3339, UTC, microseconds. */
                        created_timestamp: string;
                        ice_connection_state: {
                            /** @description Milliseconds. */
                            total_checking_duration_ms: number;
                            /** @description Milliseconds. */
                            total_disconnected_duration_ms: number;
                        };
                        total_received_bytes: number;
                        total_sent_bytes: number;
                    };
                } | {
                    /** @constant */
                    type: "connection.destroyed";
                    id: string;
                    /** @description RFC 3339, UTC, microseconds. */
                    timestamp: string;
                    /** @constant */
                    log_written: true;
                    version: string;
                    /** @constant */
                    label: "Service SFU";
                    node_name: string;
                    /** @enum {string} */
                    role: "sendrecv" | "sendonly" | "recvonly";
                    channel_id: string;
                    session_id: string;
                    client_id: string;
                    bundle_id: string;
                    connection_id: string;
                    /** @constant */
                    multistream: true;
                    simulcast: boolean;
                    spotlight: boolean;
                    event_metadata?: unknown;
                    data: {
                        /** @description Whole minutes since media was connected. */
                        minutes: number;
                        audio: boolean;
                        /** @enum {string} */
                        audio_codec_type?: "OPUS";
                        /** @description kbit/s. */
                        audio_bit_rate?: number;
                        video: boolean;
                        /** @enum {string} */
                        video_codec_type?: "VP8" | "VP9" | "AV1" | "H264";
                        /** @description kbit/s. */
                        video_bit_rate?: number;
                        video_vp9_params?: {
                            [key: string]: unknown;
                        };
                        video_av1_params?: {
                            [key: string]: unknown;
                        };
                        video_h264_params?: {
                            [key: string]: unknown;
                        };
                        channel_connections: number;
                        channel_sendrecv_connections: number;
                        channel_sendonly_connections: number;
                        channel_recvonly_connections: number;
                        /** @constant */
                        turn_transport_type: "udp";
                        /** @description Unix time, seconds. */
                        created_time: number;
                        /** @description RFC 3339, UTC, microseconds. */
                        created_timestamp: string;
                        ice_connection_state: {
                            /** @description Milliseconds. */
                            total_checking_duration_ms: number;
                            /** @description Milliseconds. */
                            total_disconnected_duration_ms: number;
                        };
                        total_received_bytes: number;
                        total_sent_bytes: number;
                        /** @description Unix time, seconds. */
                        destroyed_time: number;
                        /** @description RFC 3339, UTC, microseconds. */
                        destroyed_timestamp: string;
                        /** @description As the client was told with the close of its signaling, or why it was not. */
                        reason: string;
                        /** @description `reason` of the operation that ended it. */
                        disconnect_api_reason?: {
                            [key: string]: unknown;
                        };
                        /** @description What the client said when it left. */
                        type_disconnect_reason?: string;
                    };
                } | {
                    /** @constant */
                    type: "connection.failed";
                    id: string;
                    /** @description RFC 3339, UTC, microseconds. */
                    timestamp: string;
                    /** @constant */
                    log_written: true;
                    version: string;
                    /** @constant */
                    label: "Service SFU";
                    node_name: string;
                    /** @enum {string} */
                    role: "sendrecv" | "sendonly" | "recvonly";
                    channel_id: string;
                    session_id: string;
                    client_id: string;
                    bundle_id: string;
                    connection_id: string;
                    /** @constant */
                    multistream: true;
                    simulcast: boolean;
                    spotlight: boolean;
                    event_metadata?: unknown;
                    data: {
                        message: string;
                        channel_connections: number;
                        channel_sendrecv_connections: number;
                        channel_sendonly_connections: number;
                        channel_recvonly_connections: number;
                        total_received_bytes: number;
                        total_sent_bytes: number;
                    };
                } | {
                    /** @constant */
                    type: "spotlight.focused";
                    id: string;
                    /** @description RFC 3339, UTC, microseconds. */
                    timestamp: string;
                    version: string;
                    /** @constant */
                    label: "Service SFU";
                    node_name: string;
                    channel_id: string;
                    session_id: string;
                    client_id: string;
                    bundle_id: string;
                    connection_id: string;
                    spotlight_number: number;
                    audio: boolean;
                    video: boolean;
                    fixed: boolean;
                } | {
                    /** @constant */
                    type: "spotlight.unfocused";
                    id: string;
                    /** @description RFC 3339, UTC, microseconds. */
                    timestamp: string;
                    version: string;
                    /** @constant */
                    label: "Service SFU";
                    node_name: string;
                    channel_id: string;
                    session_id: string;
                    client_id: string;
                    bundle_id: string;
                    connection_id: string;
                    spotlight_number: number;
                    audio: boolean;
                    video: boolean;
                } | {
                    /** @constant */
                    type: "notify.playlist_url";
                    channel_id: string;
                    connection_id: string;
                    /** @description RFC 3339, UTC, microseconds. */
                    timestamp: string;
                    playlist_url: string;
                };
            };
        };
        responses: {
            /** @description Taken. The body is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    archiveEventWebhook: {
        parameters: {
            query?: never;
            header: {
                /** @description Of the event, the same in every attempt to deliver it. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was made, Unix time in seconds. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256, in base64, of `<webhook-id>.<webhook-timestamp>.<body>` with the key that follows `whsec_` in the secret. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "archive.created";
                    channel_id: string;
                    connection_id: string;
                    /** @description ISO 8601, UTC, with fractional seconds. */
                    timestamp: string;
                    /** @constant */
                    label: "Service Archive";
                    data: {
                        recording_id: string;
                        /** @description Index of the rendition in its channel. */
                        rendition: number;
                        archive_destination_id: string;
                        bucket_uri: string;
                        /** @description Below bucket_uri; ends with a slash. */
                        path: string;
                        /** @description Of all files so far. */
                        bytes: number;
                        duration_seconds: number;
                        /** @description What the disk of the service could not take. */
                        lost_seconds: number;
                        /** @description Name of the media playlist below path. */
                        playlist: string;
                        /** @description Name of the MP4 below path. */
                        movie: string;
                    };
                } | {
                    /** @constant */
                    type: "archive.failed";
                    channel_id: string;
                    connection_id: string;
                    /** @description ISO 8601, UTC, with fractional seconds. */
                    timestamp: string;
                    /** @constant */
                    label: "Service Archive";
                    data: {
                        recording_id: string;
                        /** @description Index of the rendition in its channel. */
                        rendition: number;
                        archive_destination_id: string;
                        bucket_uri: string;
                        /** @description Below bucket_uri; ends with a slash. */
                        path: string;
                        /** @description Of all files so far. */
                        bytes: number;
                        duration_seconds: number;
                        /** @description What the disk of the service could not take. */
                        lost_seconds: number;
                        /** @description What is wrong, one word; docs/recordings.md has the list. */
                        reason: string;
                        message: string;
                        /** @description True while it is tried again; archive.created may still follow. */
                        will_retry: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken. The body is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
