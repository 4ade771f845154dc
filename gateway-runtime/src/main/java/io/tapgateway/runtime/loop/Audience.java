package io.tapgateway.runtime.loop;

import io.tapgateway.runtime.core.kernel.HostNotice;
import java.util.ArrayList;
import java.util.List;

/** Who is told what happens in one session: its host, and its guests. Confined to the loop. */
final class Audience {
    private final HostMailbox host;
    private final List<HostMailbox> guests = new ArrayList<>(0);

    Audience(HostMailbox host) {
        this.host = host;
    }

    int guests() {
        return guests.size();
    }

    void add(HostMailbox guest) {
        guests.add(guest);
    }

    /** Whether it was among them; it is not any more. */
    boolean remove(HostMailbox guest) {
        return guests.remove(guest);
    }

    /** Notes that all of them are to be told something, and who has to be flushed therefore. */
    void tell(HostNotice notice, List<Departure> departures) {
        tell(host, notice, departures);
        for (int i = 0; i < guests.size(); i++) {
            tell(guests.get(i), notice, departures);
        }
    }

    /** The same for one of them. */
    static void tell(HostMailbox receiver, HostNotice notice, List<Departure> departures) {
        receiver.offer(notice);
        departures.add(receiver);
    }
}
