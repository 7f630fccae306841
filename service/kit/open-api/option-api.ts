export interface paths {
    "/api/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs a user in by e-mail, password and access code; the token is good for 24 hours.
         * @description Needs no token.
         */
        post: operations["postLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the schedules of the system, by start.
         * @description For every signed-in user.
         */
        get: operations["getSchedule"];
        put?: never;
        /**
         * Registers a schedule and creates its channel; without HLS conversion when service_params is [].
         * @description Needs the permission `schedule`.
         */
        post: operations["postSchedule"];
        /**
         * Deletes a schedule that has not started yet, with its channel and chat.
         * @description Needs the permission `schedule`.
         */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        /**
         * Changes the times and the name of a schedule.
         * @description Needs the permission `schedule`.
         */
        patch: operations["patchSchedule"];
        trace?: never;
    };
    "/api/delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gives what is needed to broadcast on a schedule: its channel and where to signal.
         * @description Needs the permission `delivery`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gives what is needed to watch a schedule: the playlist of its newest broadcast.
         * @description Needs the permission `view`.
         */
        get: operations["getView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the users of the system, oldest first.
         * @description Needs the permission `user`.
         */
        get: operations["getUser"];
        put?: never;
        /**
         * Registers a user with the given permissions.
         * @description Needs the permission `user`.
         */
        post: operations["postUser"];
        /**
         * Deletes a user and signs them out everywhere.
         * @description Needs the permission `user`.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Changes the name, password or permissions of a user; what is left out stays.
         * @description Needs the permission `user`.
         */
        patch: operations["patchUser"];
        trace?: never;
    };
    "/api/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes the password of the signed-in user and ends their other sessions.
         * @description For every signed-in user.
         */
        patch: operations["patchPassword"];
        trace?: never;
    };
    "/api/access-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes the access code that every user of the system gives at login.
         * @description For masters only.
         */
        patch: operations["patchAccessCode"];
        trace?: never;
    };
    "/api/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the chat messages of a schedule, oldest first.
         * @description Needs the permission `delivery` or `view`.
         */
        get: operations["getChat"];
        put?: never;
        /**
         * Sends a chat message to a schedule.
         * @description Needs the permission `delivery` or `view`.
         */
        post: operations["postChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
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
            /** @constant */
            ok: false;
            error: {
                /**
                 * @description | Code | Status | Meaning |
                 *     |---|---|---|
                 *     | `BAD_JSON` | 400 | The body is not a JSON object, or names a member twice. |
                 *     | `MALFORMED_REQUEST` | 400 | The request is not valid HTTP, or repeats a header that may be there once. |
                 *     | `BAD_REQUEST` | 400 | A parameter breaks its rule; details names each. |
                 *     | `LOGIN_FAILED` | 401 | The e-mail, password or access code is wrong. |
                 *     | `NOT_AUTHENTICATED` | 401 | The bearer token is missing, unknown or expired. |
                 *     | `FORBIDDEN` | 403 | The user lacks the permission that the endpoint needs. |
                 *     | `FORBIDDEN_HOST` | 403 | The Host header names no address that the service listens on. |
                 *     | `FORBIDDEN_ORIGIN` | 403 | The Origin is neither the console nor allowed in the settings. |
                 *     | `NOT_FOUND` | 404 | There is no such path or object. |
                 *     | `NOT_EMULATED` | 409 | The service was not started with --emulator. |
                 *     | `CLOCK_BACK` | 409 | Time cannot go back past what happened. Restore a snapshot. |
                 *     | `CLOCK_MOVING` | 409 | The clock is being moved; stop that, or wait for its end. |
                 *     | `METHOD_NOT_ALLOWED` | 405 | The path exists, but not with this method. |
                 *     | `SCHEDULE_OVERLAP` | 409 | Another schedule of the system has part of this time. |
                 *     | `SCHEDULE_STARTED` | 409 | The schedule has started, so it can no longer be deleted. |
                 *     | `NOT_ON_AIR` | 409 | There is no playlist yet: nobody broadcasts on this schedule. |
                 *     | `CHANNEL_DELETED` | 409 | The channel of this schedule was deleted, and a destination that it archived to as well: there can be no new one. |
                 *     | `NOT_REDELIVERABLE` | 409 | Only event webhooks can be sent again. |
                 *     | `NAME_TAKEN` | 409 | Another catcher of the installation has this name. |
                 *     | `TOO_MANY_CATCHERS` | 409 | The system has 50 catchers, as many as it may have. |
                 *     | `STILL_RECORDING` | 409 | The recording is still being made; it can be deleted when the broadcast has ended. |
                 *     | `NOT_WAITING` | 409 | Nothing of the recording waits for another try. |
                 *     | `NOT_PLAYABLE` | 409 | The recording cannot be played yet, or neither this machine nor a destination has it. |
                 *     | `ON_AIR` | 409 | Channels have connections; the message names them. |
                 *     | `STATE_BUSY` | 409 | The state of the system is being kept or taken up; try again when that is done. |
                 *     | `TOO_MANY_SNAPSHOTS` | 409 | The system has as many saved snapshots as it may have. |
                 *     | `STATE_UNUSABLE` | 400 | The file cannot be taken as the state; the message says why. |
                 *     | `EMAIL_TAKEN` | 409 | Another user of the system has this e-mail address. |
                 *     | `LAST_MASTER` | 409 | The last master of a system cannot be deleted. |
                 *     | `MASTER_PERMISSIONS` | 409 | A master has every permission; none can be taken away. |
                 *     | `IDEMPOTENCY_KEY_REUSED` | 409 | This Idempotency-Key was used with another request within the last 24 hours. |
                 *     | `REQUEST_TIMEOUT` | 408 | The request did not arrive in time. |
                 *     | `PAYLOAD_TOO_LARGE` | 413 | The body is larger than 1 MiB. |
                 *     | `TOO_MANY_REQUESTS` | 429 | Too many requests; try again after Retry-After seconds. |
                 *     | `HEADERS_TOO_LARGE` | 431 | The request line and the headers have more than 16 KiB together, or there are more than 1,000 headers. |
                 *     | `INTERNAL` | 500 | The service failed; its log has the details. |
                 *     | `STORE_FAILED` | 502 | The archive destination refused or failed; the message has its words. |
                 *     | `SERVICE_UNAVAILABLE` | 503 | A media process is restarting; try again shortly. |
                 *     | `STORAGE_FULL` | 507 | The disk of the data folder has not enough room. |
                 * @enum {string}
                 */
                code: "BAD_JSON" | "MALFORMED_REQUEST" | "BAD_REQUEST" | "LOGIN_FAILED" | "NOT_AUTHENTICATED" | "FORBIDDEN" | "FORBIDDEN_HOST" | "FORBIDDEN_ORIGIN" | "NOT_FOUND" | "NOT_EMULATED" | "CLOCK_BACK" | "CLOCK_MOVING" | "METHOD_NOT_ALLOWED" | "SCHEDULE_OVERLAP" | "SCHEDULE_STARTED" | "NOT_ON_AIR" | "CHANNEL_DELETED" | "NOT_REDELIVERABLE" | "NAME_TAKEN" | "TOO_MANY_CATCHERS" | "STILL_RECORDING" | "NOT_WAITING" | "NOT_PLAYABLE" | "ON_AIR" | "STATE_BUSY" | "TOO_MANY_SNAPSHOTS" | "STATE_UNUSABLE" | "EMAIL_TAKEN" | "LAST_MASTER" | "MASTER_PERMISSIONS" | "IDEMPOTENCY_KEY_REUSED" | "REQUEST_TIMEOUT" | "PAYLOAD_TOO_LARGE" | "TOO_MANY_REQUESTS" | "HEADERS_TOO_LARGE" | "INTERNAL" | "STORE_FAILED" | "SERVICE_UNAVAILABLE" | "STORAGE_FULL";
                message: string;
                details?: {
                    member: string;
                    rule: string;
                }[];
            };
        };
    };
    responses: {
        /**
         * @description `BAD_JSON`: The body is not a JSON object, or names a member twice.
         *
         *     `BAD_REQUEST`: A parameter breaks its rule; details names each.
         *
         *     `MALFORMED_REQUEST`: The request is not valid HTTP, or repeats a header that may be there once.
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
         * @description `FORBIDDEN_HOST`: The Host header names no address that the service listens on.
         *
         *     `FORBIDDEN_ORIGIN`: The Origin is neither the console nor allowed in the settings.
         *
         *     `FORBIDDEN`: The user lacks the permission that the endpoint needs.
         */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `STORAGE_FULL`: The disk of the data folder has not enough room. */
        InsufficientStorage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `INTERNAL`: The service failed; its log has the details. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `NOT_FOUND`: There is no such path or object. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `PAYLOAD_TOO_LARGE`: The body is larger than 1 MiB. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `HEADERS_TOO_LARGE`: The request line and the headers have more than 16 KiB together, or there are more than 1,000 headers. */
        RequestHeaderFieldsTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `REQUEST_TIMEOUT`: The request did not arrive in time. */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `TOO_MANY_REQUESTS`: Too many requests; try again after Retry-After seconds. */
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
        /** @description `NOT_AUTHENTICATED`: The bearer token is missing, unknown or expired. */
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
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    postLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ann@studio.example",
                 *       "password": "tiger42",
                 *       "access_code": "evening-show"
                 *     }
                 */
                "application/json": {
                    email: string;
                    /**
                     * Format: password
                     * @description Fewer than 8 characters, unless the system has a least length instead of that rule.
                     */
                    password: string;
                    /**
                     * Format: password
                     * @description One for the whole system; every login needs it.
                     */
                    access_code: string;
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
                     *       "token": "0pD7mVv2Jw3tJ1r0hYxq8sQ5nL4bKcZ6uTfEiGaMoRk",
                     *       "expires_at": "2026/11/21 19:00:00"
                     *     }
                     */
                    "application/json": {
                        /** Format: password */
                        token: string;
                        /** @description `YYYY/MM/DD HH:MM:SS` in the system's time zone. */
                        expires_at: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description `LOGIN_FAILED`: The e-mail, password or access code is wrong. */
            401: {
                headers: {
                    /** @description How to authenticate. */
                    "WWW-Authenticate"?: "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `FORBIDDEN_HOST`: The Host header names no address that the service listens on.
             *
             *     `FORBIDDEN_ORIGIN`: The Origin is neither the console nor allowed in the settings.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
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
                     *         "schedule_id": "6R2M9XQ4T8WJ1ZC5YB7KD3HVNF",
                     *         "name": "Evening show",
                     *         "start_datetime": "2026-11-20T19:00:00",
                     *         "end_datetime": "2026-11-20T20:30:00",
                     *         "created_datetime": "2026-11-18T09:12:44",
                     *         "created_user_name": "Ann"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        schedule_id: string;
                        name: string;
                        /** @description `YYYY-MM-DDTHH:MM:SS` in the system's time zone. */
                        start_datetime: string;
                        /** @description `YYYY-MM-DDTHH:MM:SS` in the system's time zone. */
                        end_datetime: string;
                        /** @description `YYYY-MM-DDTHH:MM:SS` in the system's time zone. */
                        created_datetime: string;
                        created_user_name: string;
                    }[];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `FORBIDDEN_HOST`: The Host header names no address that the service listens on.
             *
             *     `FORBIDDEN_ORIGIN`: The Origin is neither the console nor allowed in the settings.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    postSchedule: {
        parameters: {
            query?: never;
            header?: {
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
                 *       "start_datetime": "2026/11/20 19:00:00",
                 *       "end_datetime": "2026/11/20 20:30:00",
                 *       "name": "Evening show",
                 *       "service_params": [
                 *         {
                 *           "durationSeconds": 2,
                 *           "startTimeOffset": -2,
                 *           "video": {
                 *             "width": 1280,
                 *             "height": 720,
                 *             "fps": 30,
                 *             "bps": 2500000
                 *           },
                 *           "audio": {
                 *             "bps": 128000
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description `YYYY/MM/DD HH:MM:SS` in the system's time zone.
                     * @example 2026/11/20 19:00:00
                     */
                    start_datetime: string;
                    /**
                     * @description `YYYY/MM/DD HH:MM:SS` in the system's time zone.
                     * @example 2026/11/20 19:00:00
                     */
                    end_datetime: string;
                    name: string;
                    /** @description Renditions of the HLS output. Empty: no HLS. */
                    service_params: components["schemas"]["Rendition"][];
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
                     *       "schedule_id": "6R2M9XQ4T8WJ1ZC5YB7KD3HVNF"
                     *     }
                     */
                    "application/json": {
                        schedule_id: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /**
             * @description `SCHEDULE_OVERLAP`: Another schedule of the system has part of this time.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used with another request within the last 24 hours.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    deleteSchedule: {
        parameters: {
            query: {
                /** @example 6R2M9XQ4T8WJ1ZC5YB7KD3HVNF */
                schedule_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SCHEDULE_STARTED`: The schedule has started, so it can no longer be deleted. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patchSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schedule_id": "6R2M9XQ4T8WJ1ZC5YB7KD3HVNF",
                 *       "start_datetime": "2026/11/20 19:30:00",
                 *       "end_datetime": "2026/11/20 21:00:00",
                 *       "name": "Evening show, later"
                 *     }
                 */
                "application/json": {
                    schedule_id: string;
                    /**
                     * @description `YYYY/MM/DD HH:MM:SS` in the system's time zone.
                     * @example 2026/11/20 19:00:00
                     */
                    start_datetime: string;
                    /**
                     * @description `YYYY/MM/DD HH:MM:SS` in the system's time zone.
                     * @example 2026/11/20 19:00:00
                     */
                    end_datetime: string;
                    name: string;
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
                     *       "ok": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SCHEDULE_OVERLAP`: Another schedule of the system has part of this time. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getDelivery: {
        parameters: {
            query: {
                /** @example 6R2M9XQ4T8WJ1ZC5YB7KD3HVNF */
                schedule_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
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
                     *       "sfu_url": "wss://127.0.0.1:5443/signaling"
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                        /** @description Signaling URL that the broadcaster connects to. */
                        sfu_url: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `CHANNEL_DELETED`: The channel of this schedule was deleted, and a destination that it archived to as well: there can be no new one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getView: {
        parameters: {
            query: {
                /** @example 6R2M9XQ4T8WJ1ZC5YB7KD3HVNF */
                schedule_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "playlist_url": "https://127.0.0.1:8443/2E5Z4C8N7Q1RK0V3XW9T6B8M4D/5M0QH3GJ8YVAP2S7CXE4KRN1TZ/index.m3u8"
                     *     }
                     */
                    "application/json": {
                        /** @description HLS playlist. */
                        playlist_url: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /**
             * @description `CHANNEL_DELETED`: The channel of this schedule was deleted, and a destination that it archived to as well: there can be no new one.
             *
             *     `NOT_ON_AIR`: There is no playlist yet: nobody broadcasts on this schedule.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
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
                     *         "user_id": 1,
                     *         "name": "Ann",
                     *         "email": "ann@studio.example",
                     *         "is_master": true,
                     *         "created_datetime": "2026-11-01 08:00:00",
                     *         "permissions": {
                     *           "delivery": 1,
                     *           "view": 1,
                     *           "schedule": 1,
                     *           "user": 1
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": {
                        user_id: number;
                        name: string;
                        email: string;
                        is_master: boolean;
                        /** @description `YYYY-MM-DD HH:MM:SS` in the system's time zone. */
                        created_datetime: string;
                        permissions: {
                            /** @description 1: granted, 0: not granted. */
                            delivery: 0 | 1;
                            /** @description 1: granted, 0: not granted. */
                            view: 0 | 1;
                            /** @description 1: granted, 0: not granted. */
                            schedule: 0 | 1;
                            /** @description 1: granted, 0: not granted. */
                            user: 0 | 1;
                        };
                    }[];
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
            507: components["responses"]["InsufficientStorage"];
        };
    };
    postUser: {
        parameters: {
            query?: never;
            header?: {
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
                 *       "name": "Ben",
                 *       "email": "ben@studio.example",
                 *       "password": "lion-17",
                 *       "delivery": true,
                 *       "view": true,
                 *       "schedule": false,
                 *       "user": false
                 *     }
                 */
                "application/json": {
                    name: string;
                    email: string;
                    /**
                     * Format: password
                     * @description Fewer than 8 characters, unless the system has a least length instead of that rule.
                     */
                    password: string;
                    /** @description May broadcast. */
                    delivery: boolean;
                    /** @description May watch. */
                    view: boolean;
                    /** @description May manage schedules. */
                    schedule: boolean;
                    /** @description May manage users. */
                    user: boolean;
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
                     *       "ok": true,
                     *       "user_id": 2
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        ok: true;
                        user_id: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /**
             * @description `EMAIL_TAKEN`: Another user of the system has this e-mail address.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used with another request within the last 24 hours.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    deleteUser: {
        parameters: {
            query: {
                /** @example 2 */
                user_id: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `LAST_MASTER`: The last master of a system cannot be deleted. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patchUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": 2,
                 *       "name": "Benjamin",
                 *       "schedule": true
                 *     }
                 */
                "application/json": {
                    user_id: number;
                    name?: string;
                    /**
                     * Format: password
                     * @description Fewer than 8 characters, unless the system has a least length instead of that rule.
                     */
                    password?: string;
                    /** @description May broadcast. */
                    delivery?: boolean;
                    /** @description May watch. */
                    view?: boolean;
                    /** @description May manage schedules. */
                    schedule?: boolean;
                    /** @description May manage users. */
                    user?: boolean;
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
                     *       "ok": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `MASTER_PERMISSIONS`: A master has every permission; none can be taken away. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patchPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "puma-88"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: password
                     * @description Fewer than 8 characters, unless the system has a least length instead of that rule.
                     */
                    password?: string;
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
                     *       "ok": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `FORBIDDEN_HOST`: The Host header names no address that the service listens on.
             *
             *     `FORBIDDEN_ORIGIN`: The Origin is neither the console nor allowed in the settings.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patchAccessCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "access_code": "late-show"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: password
                     * @description One for the whole system; every login needs it.
                     */
                    access_code: string;
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
                     *       "ok": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        ok: true;
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
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getChat: {
        parameters: {
            query: {
                /** @example 6R2M9XQ4T8WJ1ZC5YB7KD3HVNF */
                schedule_id: string;
                /** @description Only messages after the one with this message_id. */
                after?: string;
                /**
                 * @description At most so many, the oldest ones. All when left out.
                 * @example 100
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "messages": [
                     *         {
                     *           "message_id": "7C3N0YR5V9XK2AD6ZC8ME4JWPG",
                     *           "schedule_id": "6R2M9XQ4T8WJ1ZC5YB7KD3HVNF",
                     *           "user_id": 2,
                     *           "user_name": "Ben",
                     *           "body": "Good evening!",
                     *           "created_datetime": "2026-11-20T19:00:12"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        ok: true;
                        messages: {
                            message_id: string;
                            schedule_id: string;
                            user_id: number;
                            user_name: string;
                            body: string;
                            /** @description `YYYY-MM-DDTHH:MM:SS` in the system's time zone. */
                            created_datetime: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    postChat: {
        parameters: {
            query?: never;
            header?: {
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
                 *       "schedule_id": "6R2M9XQ4T8WJ1ZC5YB7KD3HVNF",
                 *       "body": "Good evening!"
                 *     }
                 */
                "application/json": {
                    schedule_id: string;
                    body: string;
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
                     *       "ok": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used with another request within the last 24 hours. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
}
