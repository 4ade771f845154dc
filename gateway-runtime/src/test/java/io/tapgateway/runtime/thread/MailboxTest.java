package io.tapgateway.runtime.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MailboxTest {
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<String> received = new ArrayList<>();

    private void runTasks() {
        while (!tasks.isEmpty()) {
            tasks.removeFirst().run();
        }
    }

    @Test
    void carries_items_in_order_on_its_executor() {
        Mailbox<String> mailbox = new Mailbox<>(tasks::add, received::add);
        mailbox.offer("one");
        mailbox.offer("two");
        mailbox.flush();
        boolean early = !received.isEmpty();

        runTasks();

        assertThat(early).isFalse();
        assertThat(received).containsExactly("one", "two");
        assertThat(mailbox.waiting()).isZero();
    }

    @Test
    void has_at_most_one_task_at_work() {
        Mailbox<String> mailbox = new Mailbox<>(tasks::add, received::add);

        mailbox.offer("one");
        mailbox.flush();
        mailbox.offer("two");
        mailbox.flush();

        assertThat(tasks).hasSize(1);
        runTasks();
        assertThat(received).containsExactly("one", "two");
    }

    @Test
    void D021_a_receiver_is_never_re_entered() {
        List<String> order = new ArrayList<>();
        @SuppressWarnings({"unchecked", "rawtypes"})
        Mailbox<String>[] self = new Mailbox[1];
        self[0] = new Mailbox<>(Runnable::run, item -> {
            order.add("begin " + item);
            if (item.equals("one")) {
                self[0].offer("two");
                self[0].flush();
            }
            order.add("end " + item);
        });

        self[0].offer("one");
        self[0].flush();

        assertThat(order).containsExactly("begin one", "end one", "begin two", "end two");
    }

    @Test
    void D230_a_failing_receiver_loses_one_item() {
        Mailbox<String> mailbox = new Mailbox<>(Runnable::run, item -> {
            if (item.equals("bad")) {
                throw new IllegalArgumentException("on purpose");
            }
            received.add(item);
        });

        mailbox.offer("bad");
        mailbox.offer("good");
        mailbox.flush();

        assertThat(received).containsExactly("good");
    }

    @Test
    void an_item_is_taken_here_if_the_receiver_is_free_and_what_comes_meanwhile_on_the_executor() {
        @SuppressWarnings({"unchecked", "rawtypes"})
        Mailbox<String>[] self = new Mailbox[1];
        self[0] = new Mailbox<>(tasks::add, item -> {
            received.add(item);
            if (item.equals("one")) {
                received.add("two here: " + self[0].deliverHere("two"));
                self[0].offer("three");
                self[0].flush();
            }
        });

        boolean delivered = self[0].deliverHere("one");
        List<String> here = List.copyOf(received);
        runTasks();

        assertThat(delivered).isTrue();
        assertThat(here).containsExactly("one", "two here: false");
        assertThat(received).containsExactly("one", "two here: false", "three");
    }

    @Test
    void nothing_is_taken_here_before_what_waits() {
        Mailbox<String> mailbox = new Mailbox<>(tasks::add, received::add);
        mailbox.offer("one");
        mailbox.flush();

        boolean early = mailbox.deliverHere("two");
        runTasks();
        boolean later = mailbox.deliverHere("three");

        assertThat(early).isFalse();
        assertThat(later).isTrue();
        assertThat(received).containsExactly("one", "three");
    }
}
