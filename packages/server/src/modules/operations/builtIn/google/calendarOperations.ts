import { type BuiltInOperation, optional, pageToken, required, toTexts } from "../builtInOperation.ts";

const integration = "google_calendar";
const events = "/calendar/v3/calendars/primary/events";

/** https://developers.google.com/workspace/calendar/api/v3/reference/events */
export const calendarOperations: readonly BuiltInOperation[] = [
  {
    id: "google_calendar_list_events",
    integration,
    description: "Lists events of the person’s primary Google Calendar, the earliest first.",
    method: "GET",
    path: `${events}?singleEvents=true&orderBy=startTime&maxResults=50&timeMin=\${timeMin}&timeMax=\${timeMax}&q=\${query}&pageToken=\${pageToken}&fields=timeZone,nextPageToken,items(id,status,summary,description,location,start,end,htmlLink,organizer(email),attendees(email,responseStatus))`,
    params: [
      required("timeMin", "Events that end after this time, with an offset, such as 2026-03-01T00:00:00+01:00."),
      optional("timeMax", "Events that start before this time, in the same format."),
      optional("query", "Words that the events contain."),
      pageToken,
    ],
  },
  {
    id: "google_calendar_create_event",
    integration,
    description: "Creates an event in the person’s primary Google Calendar, and invites the attendees by email.",
    method: "POST",
    path: `${events}?sendUpdates=all&fields=id,htmlLink,summary,start,end`,
    params: [
      required("summary", "The title."),
      required("start", "2026-03-01T10:00:00+01:00, or 2026-03-01 for a whole day."),
      required("end", "In the same format. For whole days, the day after the last one."),
      optional("timeZone", "Such as Europe/Berlin, if the times have no offset."),
      optional("location", "Where it takes place."),
      optional("description", "Its text."),
      optional("attendees", "Email addresses, separated by commas."),
    ],
    toBody: ({ summary, start, end, timeZone, location, description, attendees }) => ({
      summary,
      start: toEventTime(start, timeZone),
      end: toEventTime(end, timeZone),
      location,
      description,
      attendees: attendees === undefined ? undefined : toTexts(attendees).map((email) => ({ email })),
    }),
  },
];

const toEventTime = (time: unknown, timeZone: unknown) =>
  /^\d{4}-\d{2}-\d{2}$/.test(String(time)) ? { date: time } : { dateTime: time, timeZone };
