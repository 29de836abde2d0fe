import { serviceLog } from "./logs.mjs";
import { Chance } from "./seed.mjs";
import { Session, threadFile, tool } from "./session.mjs";

const SLOW =
  '{"time":"2026-03-14T14:19:07.412Z","level":"error","service":"inventory","pod":"inventory-b21d","request":"9d3e77aa10c4f2b8","event":"lock wait exceeded: seat_hold.sailing_id, held by migration 0231_add_seat_zone","ms":30001}';
const RETRY =
  '{"time":"2026-03-14T14:19:38.020Z","level":"warn","service":"booking","pod":"booking-7c9f","request":"9d3e77aa10c4f2b8","event":"inventory timed out, retry 3 of 3","ms":30114}';

const TOOLS = [
  tool("list_services", "Names of the services and who owns them.", ["environment"]),
  tool("fetch_log", "The log of a service between two times, one JSON object a line.", [
    "service",
    "from",
    "to",
  ]),
  tool("query_metrics", "A metric, one value a minute.", ["metric", "from", "to"]),
  tool("trace", "All spans of one request.", ["request"]),
  tool("list_migrations", "Database migrations that ran on a day.", ["day"]),
];

/** @param {string} service @param {string} [to] */
const window = (service, to = "14:30") => ({ service, from: "14:00", to });

/** 99th percentile by minute: quiet, then a wall. @param {Chance} chance */
function metrics(chance) {
  const rows = Array.from({ length: 45 }, (_, minute) => {
    const bad = minute >= 17 && minute <= 33;
    return `14:${String(minute).padStart(2, "0")}  ${bad ? chance.whole(29800, 30500) : chance.whole(180, 320)} ms`;
  });
  return `checkout.latency.p99\n${rows.join("\n")}\n`;
}

/** The spans of the slow request. @param {Chance} chance */
function spans(chance) {
  const names = [
    "http POST /checkout",
    "auth.verify",
    "booking.create",
    "pricing.quote",
    "inventory.hold",
    "db SELECT seat_hold FOR UPDATE",
    "db COMMIT",
    "notify.enqueue",
  ];
  const rows = Array.from({ length: 160 }, (_, index) => {
    const name = names[index % names.length];
    const slow = name === "db SELECT seat_hold FOR UPDATE";
    return `${"  ".repeat(index % 5)}${name}  span=${chance.hex(16)}  start=+${index * 187}ms  took=${slow ? 30001 : chance.whole(1, 40)}ms`;
  });
  return `trace 9d3e77aa10c4f2b8\n${rows.join("\n")}\n`;
}

/** An incident in which five large logs come back in one parallel batch. */
export function parallelLogs() {
  const chance = new Chance(23);
  const log = (
    /** @type {string} */ service,
    /** @type {number} */ lines,
    /** @type {string[]} */ events,
    /** @type {(readonly [number, string])[]} */ special = [],
  ) => serviceLog({ service, minutes: 30, lines, events, special }, chance);
  const session = new Session();

  session.user(
    "Checkout was unusable from about 14:17 to 14:33 today. Find the cause. Write down the request id and the exact log line that proves it.",
  );
  session.step({
    text: "First the shape of it, and which services take part.",
    calls: [
      {
        name: "query_metrics",
        input: { metric: "checkout.latency.p99", from: "14:00", to: "14:45" },
        result: metrics(chance),
      },
      {
        name: "list_services",
        input: { environment: "production" },
        result:
          "gateway    owner: edge\nbooking    owner: sales\npricing    owner: sales\ninventory  owner: fleet\nnotify     owner: crm\n",
      },
    ],
  });
  session.step({
    thinking: "p99 sits at 30 s, a time-out. Any of the five may wait for another: get all logs at once.",
    text: "From 14:17 the 99th percentile sits at 30 seconds: that is a time-out, not load. I fetch all five logs at once.",
    calls: [
      {
        name: "fetch_log",
        input: window("gateway"),
        result: log("gateway", 590, [
          "POST /checkout 200",
          "GET /sailings 200",
          "GET /seatmap 200",
          "POST /checkout 504",
          "TLS session resumed",
        ]),
      },
      {
        name: "fetch_log",
        input: window("booking"),
        result: log(
          "booking",
          610,
          ["booking created", "quote received", "hold requested", "hold confirmed", "journal appended"],
          [[0.66, RETRY]],
        ),
      },
      {
        name: "fetch_log",
        input: window("pricing"),
        result: log("pricing", 460, [
          "quote served from cache",
          "tariff reloaded",
          "fare computed",
          "currency table refreshed",
        ]),
      },
      {
        name: "fetch_log",
        input: window("inventory"),
        result: log(
          "inventory",
          600,
          ["seat held", "seat released", "zone recounted", "hold expired", "lane assigned"],
          [[0.52, SLOW]],
        ),
      },
      {
        name: "fetch_log",
        input: window("notify"),
        result: "403 forbidden: the log of notify is readable for crm only",
        isError: true,
      },
    ],
  });
  session.step({
    thinking: "Inventory has the lock wait in its middle; booking retries the same request.",
    text: "Booking retries `9d3e77aa10c4f2b8` three times at 14:19, and inventory says why in the middle of its log. I follow that request and look at today's migrations.",
    calls: [
      { name: "trace", input: { request: "9d3e77aa10c4f2b8" }, result: spans(chance) },
      {
        name: "list_migrations",
        input: { day: "2026-03-14" },
        result:
          "0230_vessel_rating      14:02:10  1.2 s\n0231_add_seat_zone      14:16:48  16 min 31 s  (ACCESS EXCLUSIVE on seat_hold)\n",
      },
    ],
  });
  session.step({
    text: "One more look at the minutes after, to be sure that it ended with the migration.",
    calls: [
      {
        name: "fetch_log",
        input: window("inventory", "14:45"),
        result: log(
          "inventory",
          640,
          ["seat held", "seat released", "zone recounted", "hold expired", "lane assigned"],
          [
            [
              0.74,
              SLOW.replace("14:19:07.412", "14:33:18.007").replace(
                "lock wait exceeded",
                "lock acquired after wait",
              ),
            ],
          ],
        ),
      },
    ],
  });
  session.step({
    text: `The cause is migration 0231_add_seat_zone, which held an exclusive lock on seat_hold from 14:16:48 for 16 min 31 s. Request 9d3e77aa10c4f2b8 proves it; inventory logged at 14:19:07.412: "lock wait exceeded: seat_hold.sailing_id, held by migration 0231_add_seat_zone" after 30001 ms. The log of notify could not be read (403), but nothing points there.`,
  });
  session.user("Thanks. How would you have run that migration?");
  session.step({
    text: "In three parts: add the column without a default (a short lock), fill it in batches of sailings, then add the constraint as NOT VALID and validate it afterwards. seat_hold stays writable all the time.",
  });

  return threadFile({
    id: "incident",
    title: "Checkout incident",
    system: "You are on call for the ferry booking service. Be brief, name evidence, never guess.",
    tools: TOOLS,
    messages: session.messages,
  });
}
