package io.tapgateway.app.feed;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import com.google.common.util.concurrent.MoreExecutors;
import io.tapgateway.runtime.transport.PayloadRoom;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;

class AnswerWritersTest {
    private final ScheduledExecutorService timer = mock(ScheduledExecutorService.class);
    private final ScheduledFuture<?> patience = mock(ScheduledFuture.class);
    private final EventClient client = mock(EventClient.class);
    private final PayloadRoom.Place place = mock(PayloadRoom.Place.class);
    private final AnswerWriters writers = new AnswerWriters(MoreExecutors.newDirectExecutorService(), timer);
    private final ArgumentCaptor<Runnable> late = ArgumentCaptor.captor();
    private final ArgumentCaptor<Runnable> sent = ArgumentCaptor.captor();

    @BeforeEach
    void send_an_answer() {
        doReturn(patience).when(timer).schedule(any(Runnable.class), anyLong(), any());
        Iterator<byte[]> pieces = List.of("{}".getBytes(StandardCharsets.UTF_8)).iterator();
        writers.sendLast(client, pieces, place);
        verify(client).sendLast(eq(pieces), sent.capture());
    }

    @Test
    void a_reader_who_takes_longer_than_the_patience_with_it_is_cut_off() {
        verify(timer).schedule(late.capture(), eq(AnswerWriters.PATIENCE.toNanos()), eq(TimeUnit.NANOSECONDS));
        verify(client, never()).end();

        late.getValue().run();

        verify(client).end();
    }

    @Test
    void an_answer_that_has_left_gives_back_its_place_and_is_waited_for_no_longer() {
        verify(place, never()).close();

        sent.getValue().run();

        verify(place).close();
        verify(patience).cancel(false);
    }
}
